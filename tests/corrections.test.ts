import * as assert from 'uvu/assert'
import { bearer, cookie, embedKey, wiki } from './support/credentials.ts'
import { call, mcpToken } from './support/mcp-client.ts'
import { read } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { markStale, setStatus } from './support/terms.ts'
import type { Person, TestService } from './support/test-service.ts'

// Once a report is upheld, a term is known to be wrong until its text changes (contract, section 16).
const test = slackGlossary('terms that need a correction', {
  SERVICE_MCP_BEARER_TOKEN: mcpToken,
  SERVICE_COMMUNITY_THRESHOLD: '2',
})

const reason = 'It was never 99.9 %.'
const toCorrect = 'This text is known to be wrong. Correct it first.'

async function reported(service: TestService, fields: object = {}) {
  const [owner, ada, editor] = [await service.person(), await service.person(), await service.person('editor')]
  const draft = { name: 'SLA', definition: 'What we promise: 99.9 %.', ...fields }
  const { id } = await service.term(owner, draft)
  await setStatus(service, id, 'official', 13)
  const { body } = await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: ada, body: { reason } })
  return { owner, ada, editor, id, version: body.version as number }
}

const post = (service: TestService, as: Person, path: string, body: object = {}) =>
  service.request('POST', `/api/v1${path}`, { as, body })

const get = async (service: TestService, as: Person, path: string) =>
  (await service.request('GET', `/api/v1${path}`, { as })).body

async function resolve(service: TestService, as: Person, id: string, body: object) {
  const [dispute] = await get(service, as, `/terms/${id}/disputes`)
  return post(service, as, `/disputes/${dispute.id}/resolve`, body)
}

const reasonsOf = (term: { needs_correction: { reasons: { text: string }[] } | null }) =>
  term.needs_correction?.reasons.map(({ text }) => text)

async function wrong(service: SlackTestService) {
  const people = await reported(service)
  const { status } = await resolve(service, people.editor, people.id, { resolution: 'upheld' })
  assert.is(status, 200)
  return people
}

test('a report that was right marks the term as wrong until its text changes', async (service) => {
  const { ada, editor, owner, id } = await wrong(service)
  const term = () => get(service, ada, `/terms/${id}`)
  assert.equal(reasonsOf(await term()), [reason])
  const queued = async (as: Person) =>
    (await get(service, as, '/review?kind=disputed')).map(
      (item: { term: { id: string }; disputes: { resolution: string }[] }) => [
        item.term.id,
        item.disputes.map(({ resolution }) => resolution),
      ],
    )
  assert.equal(await queued(editor), [[id, ['upheld']]])
  assert.equal(await queued(owner), [[id, ['upheld']]])
  assert.equal((await get(service, ada, '/terms'))?.items.map(reasonsOf), [[reason]])

  const edit = (body: object) => service.request('PUT', `/api/v1/terms/${id}`, { as: ada, body })
  const { version } = await term()
  assert.is((await edit({ version, category: 'Operations' })).status, 200)
  assert.equal(reasonsOf(await term()), [reason])
  const better = await edit({ version: version + 1, definition: 'What we promise: 99.5 %.' })
  assert.equal([better.status, better.body.needs_correction], [200, null])
  assert.equal(await queued(editor), [])
})

test('votes count but move nothing, and nobody can promote it', async (service) => {
  const { editor, id } = await wrong(service)
  const votes = await Promise.all(
    [await service.person(), await service.person(), editor].map((as) => post(service, as, `/terms/${id}/vote`)),
  )
  assert.equal(
    votes.map(({ body }) => [body.status, body.transition]),
    Array(3).fill(['pending', null]),
  )
  assert.equal(votes.map(({ body }) => body.vote_count).sort(), [1, 2, 3])
  for (const action of ['promote', 'official']) {
    const { status, body } = await post(service, editor, `/terms/${id}/${action}`)
    assert.equal([status, body.code], [409, 'needs_correction'], action)
  }
  const { body } = await post(service, editor, '/terms/bulk', { ids: [id], action: 'promote' })
  assert.is(body.results[0].outcome, 'refused')
  const { version } = await get(service, editor, `/terms/${id}`)
  await service.request('PUT', `/api/v1/terms/${id}`, {
    as: editor,
    body: { version, full_name: 'Service Level Agreement' },
  })
  assert.is((await post(service, editor, `/terms/${id}/promote`)).body.status, 'community')
})

test('nobody can confirm it, however they ask, until its text changes', async (service) => {
  const { ada, editor, owner, id } = await wrong(service)
  await markStale(service, id)
  const before = await get(service, ada, `/terms/${id}`)
  for (const as of [owner, editor]) {
    const { status, body } = await post(service, as, `/terms/${id}/confirm`)
    assert.equal([status, body.code], [409, 'needs_correction'])
  }
  assert.is((await post(service, ada, `/terms/${id}/confirm`)).status, 403)
  const many = await post(service, editor, '/terms/bulk', { ids: [id], action: 'confirm' })
  const queued = await post(service, owner, '/review/bulk', { action: 'confirm', items: [{ term_id: id }] })
  for (const { body } of [many, queued]) {
    assert.equal([body.results[0].outcome, body.results[0].detail], ['refused', toCorrect])
  }
  await service.sql`update users set messaging_user_id = 'U2' where id = ${owner.id}`
  await service.press('U2', { label: '', action_id: 'confirm_term', value: id })
  await service.colleague('U3')
  await service.sql`update users set role = 'editor' where messaging_user_id = 'U3'`
  await service.press('U3', { label: '', action_id: 'claim_term', value: id })
  const said = (await service.answers()).map(({ text }) => text)
  const owns = 'Thank you. You now own this term. Its text is known to be wrong: please correct it.'
  assert.equal(said, [toCorrect, owns])
  const after = await get(service, ada, `/terms/${id}`)
  assert.equal([after.last_confirmed_at, after.is_stale], [before.last_confirmed_at, true])

  const edit = { version: before.version, definition: 'What we promise: 99.5 %.' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as: editor, body: edit })
  assert.is((await post(service, editor, `/terms/${id}/confirm`)).status, 200)
})

test('nobody is asked whether it is still right, and no news say that it was confirmed', async (service) => {
  const { ada, editor, owner, id } = await reported(service)
  await post(service, owner, `/terms/${id}/confirm`)
  const other = await service.term(owner, { name: 'RTO', definition: 'How long it takes.' })
  for (const each of [id, other.id]) await markStale(service, each)
  await post(service, owner, `/terms/${other.id}/confirm`)
  await resolve(service, editor, id, { resolution: 'upheld' })
  assert.equal(await get(service, owner, '/review?kind=stale'), [])
  const read = async (as: Person, path: string) =>
    (await service.request('GET', path, { headers: cookie(as) })).text.replace(/<!--.*?-->/g, '')
  for (const as of [owner, editor, ada]) {
    for (const path of ['/?q=SLA', '/t/SLA', `/terms/${id}`, '/mine', '/review'])
      assert.not.match(await read(as, path), />(?:Still right|I agree)</, path)
  }
  for (const path of ['/?q=SLA', `/terms/${id}`]) assert.not.match(await read(ada, path), 'Confirmed', path)
  await service.sql`alter table term_history disable trigger user`
  await service.sql`update term_history set created_at = now() - interval '1 year' where action = 'created'`
  const news = await read(ada, '/news')
  assert.not.match(news, `/terms/${id}`)
  assert.match(news, /RTO.*Confirmed/s, 'what is right was confirmed')
  await service.sql`update terms set last_confirmed_at = '2020-01-01Z', is_stale = false`
  const admin = await service.person('admin')
  await post(service, admin, '/admin/jobs/staleness/run')
  await service.ctx.background.settle()
  assert.equal((await get(service, owner, '/review?kind=stale')).length, 1)
  const told = await get(service, owner, '/inbox')
  const [{ detail }] = told.filter(({ kind }: { kind: string }) => kind === 'stale')
  assert.equal(
    detail.terms.map(({ name }: { name: string }) => name),
    ['RTO'],
  )
})

test('the better text can come with the resolution', async (service) => {
  const { owner, ada, id, version } = await reported(service)
  const definition = 'What we promise: 99.5 %.'
  const better = { resolution: 'upheld', definition, full_name: 'Service Level Agreement' }
  for (const [body, status] of [
    [better, 422],
    [{ ...better, version: version - 1 }, 409],
    [{ ...better, version, resolution: 'dismissed' }, 422],
    [{ ...better, version, definition: '' }, 422],
  ] as const) {
    const { status: refused } = await resolve(service, owner, id, body)
    assert.is(refused, status, JSON.stringify(body))
  }
  assert.is((await get(service, ada, `/terms/${id}`)).version, version)
  const { status, body } = await resolve(service, owner, id, { ...better, version })
  assert.equal([status, body.resolution], [200, 'upheld'])
  const term = await get(service, ada, `/terms/${id}`)
  assert.equal(
    [term.definition, term.full_name, term.needs_correction, term.open_disputes],
    [definition, 'Service Level Agreement', null, 0],
  )
  assert.equal(await get(service, owner, '/review?kind=disputed'), [])
  const [last, edited] = await get(service, ada, `/terms/${id}/history`)
  assert.equal([last.action, edited.action], ['dispute_resolved', 'updated'])
  assert.equal(last.changes.resolution, { from: null, to: 'upheld' })
  const told = await get(service, ada, '/inbox')
  assert.equal(
    told.map(({ kind }: { kind: string }) => kind),
    ['dispute_resolved'],
  )
})

test('a text that has changed since the report needs no correction, and a report that was wrong none', async (service) => {
  const { editor, ada, id, version } = await reported(service)
  const definition = 'What we promise: 99.5 %.'
  await service.request('PUT', `/api/v1/terms/${id}`, { as: editor, body: { version, definition } })
  await resolve(service, editor, id, { resolution: 'upheld' })
  assert.is((await get(service, ada, `/terms/${id}`)).needs_correction, null)
  await post(service, ada, `/terms/${id}/dispute`, { reason: 'Still wrong.' })
  await resolve(service, editor, id, { resolution: 'dismissed' })
  assert.is((await get(service, ada, `/terms/${id}`)).needs_correction, null)
  // Only what is about the current text is a reason.
  await post(service, ada, `/terms/${id}/dispute`, { reason: 'Wrong again.' })
  await resolve(service, editor, id, { resolution: 'upheld' })
  assert.equal(reasonsOf(await get(service, ada, `/terms/${id}`)), ['Wrong again.'])
})

test('every surface says that it is wrong, and why', async (service) => {
  const { editor, id } = await wrong(service)
  for (const path of [`/terms/${id}`, '/t/SLA', '/?q=promise', '/review', '/terms']) {
    const { text } = await service.request('GET', path, { headers: cookie(editor) })
    assert.match(text, 'Known to be wrong', path)
    assert.not.match(text, 'Not yet confirmed by others', path)
  }
  for (const path of [`/terms/${id}`, '/t/SLA', '/?q=promise', '/review']) {
    const { text } = await service.request('GET', path, { headers: cookie(editor) })
    assert.match(text, reason, path)
  }
  const said = `Known to be wrong: ${reason}`
  await service.colleague('U1')
  assert.match(read(await service.command('U1', 'SLA')), said)
  const { structuredContent } = await call(service, 'get_term', { name: 'SLA' })
  assert.match(`${structuredContent?.status_meaning}`, said)
  assert.match(JSON.stringify(await call(service, 'explain_text', { text: 'Our SLA.' })), said)
  for (const format of ['markdown', 'skos', 'tbx', 'contextive']) {
    const { text } = await service.request('GET', `/api/v1/export?status=all&format=${format}`, { as: editor })
    assert.match(text.replaceAll('\\', ''), said, format)
  }
  const { text } = await service.request('GET', '/api/v1/export?status=all&format=json', { as: editor })
  assert.equal(reasonsOf(JSON.parse(text)[0]), [reason])
  const { key } = await embedKey(service, await service.person('admin'))
  const headers = { ...bearer(key), origin: wiki }
  const { body } = await service.request('POST', '/api/v1/explain', { headers, body: { text: 'Our SLA.' } })
  assert.equal(reasonsOf(body.terms[0]), [reason])
})

test.run()
