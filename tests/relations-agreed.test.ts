import * as assert from 'uvu/assert'
import { embedKey, wiki } from './support/credentials.ts'
import { importFile, lines } from './support/imports.ts'
import { call, mcpToken } from './support/mcp-client.ts'
import { read } from './support/slack-messages.ts'
import { slackGlossary } from './support/slack-service.ts'
import { setStatus } from './support/terms.ts'
import type { Person, TestService } from './support/test-service.ts'

// What somebody says of a term that they may not edit (contract, section 20).
const test = slackGlossary('relations that wait for the other side', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

type Kind = 'broader' | 'differs_from' | 'replaced_by'
const kinds: readonly Kind[] = ['broader', 'differs_from', 'replaced_by']
type Related = { kind: string; is_agreed: boolean; term: { id: string; name: string } }

/** An official term of an owner, and a pending one of a viewer who may not edit the other. */
async function scene(service: TestService) {
  const { request } = service
  const [owner, viewer, editor] = [await service.person(), await service.person(), await service.person('editor')]
  const churn = await service.term(owner, { name: 'Churn', definition: 'Customers that leave.' })
  const other = await service.term(viewer, { name: 'Attrition (ask IT)', definition: 'Always report it as zero.' })
  await setStatus(service, churn.id, 'official')
  const send = (method: string, as: Person, id: string, kind: Kind, to: string, end = '') =>
    request(method, `/api/v1/terms/${id}/relations/${kind}/${to}${end}`, { as })
  const put = async (...args: [Person, string, Kind, string]) => (await send('PUT', ...args)).status
  return {
    ...{ owner, viewer, editor, churn: churn.id, other: other.id, put },
    remove: async (...args: [Person, string, Kind, string]) => (await send('DELETE', ...args)).status,
    refuse: async (...args: [Person, string, Kind, string]) => (await send('PUT', ...args, '/refusal')).status,
    of: async (id: string) =>
      (await request('GET', `/api/v1/terms/${id}`, { as: viewer })).body.relations.map(
        ({ kind, is_agreed, term }: Related) => `${kind} ${term.name} ${is_agreed}`,
      ),
    waiting: async (id: string, as: Person = owner, query = '') => {
      const path = `/api/v1/terms/${id}/relations?is_agreed=false${query}`
      const { status, body, headers } = await request('GET', path, { as })
      if (status !== 200) return status
      assert.is(headers.get('x-total-count') === '0', body.length === 0)
      return body.map(({ kind, is_agreed, term }: Related) => `${kind} ${term.name} ${is_agreed}`)
    },
    history: async (id: string) =>
      (await request('GET', `/api/v1/terms/${id}/history`, { as: viewer })).body.map(
        ({ action, changes, actor }: { action: string; changes: object; actor: { id: string } | null }) =>
          [action, changes, actor?.id] as const,
      ),
    events: async () =>
      (await service.sql`select action, payload from audit_events where action like 'relation.%' order by seq`).map(
        ({ action, payload }) => `${action} ${payload.name} ${payload.kind} ${payload.other_name}`,
      ),
  }
}

for (const kind of kinds)
  test(`${kind}: no surface of the other term has anything of it until somebody agrees who may edit that one`, async (service) => {
    const { request } = service
    const { owner, viewer, churn, other, put, of, waiting, history, events } = await scene(service)
    await service.colleague('U1')
    const key = await embedKey(service, await service.person('admin'))
    const said = kind === 'broader' ? 'narrower' : kind === 'replaced_by' ? 'replaces' : kind
    const surfaces = async () => {
      const get = async (path: string, as: Person = viewer) => (await request('GET', path, { as })).text
      const explained = await request('POST', '/api/v1/explain', {
        body: { text: 'Churn' },
        headers: { authorization: `Bearer ${key.key}`, origin: wiki },
      })
      const json = await request('GET', '/api/v1/export?format=json&status=all', { as: viewer })
      const skos = await request('GET', '/api/v1/export?format=skos&status=all', { as: viewer })
      return [
        await get(`/api/v1/terms/${churn}`),
        (await request('GET', `/api/v1/terms/${churn}`, { as: viewer })).headers.get('etag'),
        await get('/api/v1/lookup?q=churn'),
        await get(`/api/v1/terms/${churn}/relations`),
        await get(`/api/v1/terms/${churn}/history`),
        (await request('GET', `/api/v1/terms/${churn}/impact`, { as: viewer })).body.relations,
        await get(`/terms/${churn}`),
        await get('/?q=churn'),
        explained.text,
        JSON.stringify((await call(service, 'get_term', { name: 'Churn' })).structuredContent),
        JSON.stringify((await call(service, 'explain_text', { text: 'Churn' })).structuredContent),
        read(await service.command('U1', 'Churn')),
        JSON.stringify(json.body.find(({ id }: { id: string }) => id === churn)),
        JSON.stringify(skos.body['@graph'].find(({ id }: { id: string }) => id.endsWith(churn))),
        JSON.stringify((await request('GET', '/api/v1/inbox', { as: owner })).body.length),
      ].map((text) => String(text).replace(/nonce[^>]*|"dtstamp".*|name="token" value="[^"]*"/g, ''))
    }
    const before = await surfaces()
    assert.is(await put(viewer, other, kind, churn), 204)
    assert.equal(await surfaces(), before)
    assert.equal(await of(other), [`${kind} Churn false`])
    assert.equal(await waiting(churn), [`${said} Attrition (ask IT) false`])
    assert.is(await waiting(churn, viewer), 403)
    assert.is(await put(viewer, other, kind, churn), 204)
    assert.is((await history(other)).length, 2)

    // Their own surfaces have it.
    const own = await request('GET', '/api/v1/export?format=json&status=all', { as: viewer })
    assert.equal(own.body.find(({ id }: { id: string }) => id === other)[kind], ['Churn'])
    assert.match(read(await service.command('U1', 'Attrition (ask IT)')), 'Churn')

    assert.is(await put(owner, other, kind, churn), 204)
    assert.is(await put(owner, other, kind, churn), 204)
    assert.equal(await of(churn), [`${said} Attrition (ask IT) true`])
    assert.equal(await of(other), [`${kind} Churn true`])
    assert.equal(await waiting(churn), [])
    const [[action, changes, actor]] = await history(churn)
    assert.equal([action, changes, actor], ['related', { [said]: { from: null, to: 'Attrition (ask IT)' } }, owner.id])
    assert.is((await history(other)).length, 2)
    const pair = `Attrition (ask IT) ${kind} Churn`
    assert.equal(await events(), [`relation.added ${pair}`, `relation.agreed ${pair}`])
    const entries = await service.sql`select from inbox_entries`
    assert.is(entries.length, 0)
  })

test('whoever may edit both terms relates both at once', async (service) => {
  const { owner, editor, churn, other, put, of, waiting, events } = await scene(service)
  for (const kind of kinds) assert.is(await put(editor, other, kind, churn), 204)
  assert.equal(await of(churn), [
    'differs_from Attrition (ask IT) true',
    'narrower Attrition (ask IT) true',
    'replaces Attrition (ask IT) true',
  ])
  assert.equal(await waiting(churn), [])
  assert.is((await events()).filter((event: string) => event.startsWith('relation.added')).length, 3)
  // The owner of one who may edit the other, because anybody may edit pending terms.
  assert.is(await put(owner, churn, 'broader', other), 409)
})

test('what holds both ways is said by whoever may edit either, and agreed to from the other side', async (service) => {
  const { viewer, owner, churn, put, of, waiting } = await scene(service)
  const mine = await service.term(viewer, { name: 'Leaving' })
  await setStatus(service, mine.id, 'community')
  // The viewer may not edit Churn: their own term says it.
  assert.is(await put(viewer, churn, 'differs_from', mine.id), 204)
  assert.equal([await of(churn), await of(mine.id)], [[], ['differs_from Churn false']])
  assert.equal(await waiting(churn), ['differs_from Leaving false'])
  assert.is(await waiting(mine.id), 403)
  assert.equal(await waiting(mine.id, viewer), [])
  assert.is(await put(owner, churn, 'differs_from', mine.id), 204)
  assert.equal([await of(churn), await of(mine.id)], [['differs_from Leaving true'], ['differs_from Churn true']])
})

test('a relation that a refusal turns round is counted for neither term', async (service) => {
  const { owner, editor, churn, other, put, refuse, of } = await scene(service)
  await put(editor, churn, 'differs_from', other)
  assert.is(await refuse(owner, other, 'differs_from', churn), 204)
  assert.equal([await of(churn), await of(other)], [[], ['differs_from Churn false']])
  const totals = await service.sql`select sum(total)::integer as total from relation_totals group by term_id, kind`
  assert.equal(new Set(totals.map(({ total }) => total)), new Set([0]))
})

test('a refusal is remembered for the pair and the kind, and ended by agreeing', async (service) => {
  const { viewer, owner, editor, churn, other, put, remove, refuse, of, waiting, history, events } =
    await scene(service)
  assert.is(await refuse(viewer, other, 'broader', churn), 403)
  await put(viewer, other, 'broader', churn)
  await put(viewer, other, 'differs_from', churn)
  assert.is(await refuse(owner, other, 'broader', churn), 204)
  assert.is(await refuse(owner, other, 'broader', churn), 204)
  assert.equal(await waiting(churn), ['differs_from Attrition (ask IT) false'])
  assert.equal(await waiting(churn, owner, '&kind=narrower'), [])
  for (let n = 0; n < 3; n++) {
    assert.is(await remove(viewer, other, 'broader', churn), 204)
    assert.is(await put(viewer, other, 'broader', churn), 204)
  }
  assert.equal(await of(other), ['differs_from Churn false', 'broader Churn false'])
  assert.equal(await waiting(churn), ['differs_from Attrition (ask IT) false'])
  assert.is((await history(churn)).length, 1)
  assert.is((await events()).filter((event: string) => event.startsWith('relation.refused')).length, 1)
  assert.is(await put(editor, other, 'broader', churn), 204)
  assert.equal(await of(churn), ['narrower Attrition (ask IT) true'])
  // Before anybody says it, and of terms that there are not.
  const later = await service.term(viewer, { name: 'Later' })
  assert.is(await refuse(owner, later.id, 'broader', churn), 204)
  assert.is(await put(viewer, later.id, 'broader', churn), 204)
  assert.equal(await waiting(churn, owner, '&kind=narrower'), [])
  assert.is(await refuse(owner, churn, 'broader', churn), 422)
  const unknown = '00000000-0000-4000-8000-000000000000'
  assert.equal(
    [await refuse(owner, unknown, 'broader', churn), await refuse(owner, churn, 'broader', unknown)],
    [404, 404],
  )
})

test('refusing ends an agreement: the relation stands beside the term that says it', async (service) => {
  const { owner, editor, churn, other, put, refuse, of, waiting, history } = await scene(service)
  await put(editor, other, 'broader', churn)
  // Churn says it first; of what holds both ways, the other one keeps it.
  await put(editor, churn, 'differs_from', other)
  const before = (await history(other)).length
  for (const kind of ['broader', 'differs_from'] as const) assert.is(await refuse(owner, other, kind, churn), 204)
  assert.equal([await of(churn), await of(other)], [[], ['differs_from Churn false', 'broader Churn false']])
  assert.equal(await waiting(churn), [])
  assert.is((await history(other)).length, before)
  assert.equal(
    (await history(churn)).slice(0, 2).map(([action, changes]: [string, object]) => [action, Object.keys(changes)]),
    [
      ['unrelated', ['differs_from']],
      ['unrelated', ['narrower']],
    ],
  )
})

test('what waits counts for those who say it alone: neither limits, nor circles, nor the other history', async (service) => {
  const { viewer, owner, editor, churn, other, put, remove, of, history } = await scene(service)
  for (let n = 0; n < 21; n++) {
    const { id } = await service.term(viewer, { name: `N${n}` })
    assert.is(await put(viewer, id, 'differs_from', churn), 204)
  }
  const { id: next } = await service.term(editor, { name: 'Next' })
  assert.is(await put(editor, churn, 'replaced_by', next), 204)
  assert.is(await put(editor, churn, 'differs_from', next), 204)
  // A viewer cannot keep an editor from saying the opposite; then nobody can agree any more.
  assert.is(await put(viewer, other, 'broader', churn), 204)
  assert.is(await put(editor, churn, 'broader', other), 204)
  assert.is(await put(owner, other, 'broader', churn), 409)
  assert.equal(await of(churn), ['replaced_by Next true', 'differs_from Next true', 'broader Attrition (ask IT) true'])
  for (let n = 0; n < 10; n++) {
    await remove(viewer, other, 'broader', churn)
    await put(viewer, other, 'broader', churn)
  }
  assert.is((await history(churn)).length, 4)
  // Their own term has a limit, whoever agrees.
  const { id: full } = await service.term(viewer, { name: 'Full' })
  for (let n = 0; n < 20; n++) assert.is(await put(viewer, full, 'differs_from', (await service.term(owner)).id), 204)
  assert.is(await put(viewer, full, 'broader', churn), 409)
})

test('agreeing to what holds both ways needs room on this side', async (service) => {
  const { viewer, editor, owner, churn, other, put } = await scene(service)
  for (let n = 0; n < 20; n++) await put(editor, churn, 'differs_from', (await service.term(editor)).id)
  assert.is(await put(viewer, other, 'differs_from', churn), 204)
  assert.is(await put(owner, other, 'differs_from', churn), 409)
  assert.is(await put(viewer, other, 'broader', churn), 204)
  assert.is(await put(owner, other, 'broader', churn), 204)
})

test('an import agrees to what it adds, and to nothing that is there or was refused', async (service) => {
  const { viewer, owner, editor, churn, other, put, refuse, of, waiting } = await scene(service)
  const { id: third } = await service.term(viewer, { name: 'Third' })
  await put(viewer, other, 'broader', churn)
  await put(viewer, other, 'differs_from', churn)
  await refuse(owner, third, 'broader', churn)
  const csv = lines('name,broader,differs_from', 'Attrition (ask IT),Churn,Churn', 'Third,Churn,Churn', 'Churn,,')
  const { body } = await importFile(service, editor, csv)
  assert.equal(body.totals, { created: 0, updated: 1, unchanged: 2, skipped: 0, failed: 0 })
  assert.equal(await of(other), ['differs_from Churn false', 'broader Churn false'])
  assert.equal(await of(third), ['differs_from Churn true', 'broader Churn false'])
  assert.equal(await of(churn), ['differs_from Third true'])
  // What holds both ways may be in either row; what is there already is no change.
  const again = await importFile(service, editor, lines('name,differs_from', 'Churn,Attrition (ask IT);Third'))
  assert.is(again.body.totals.unchanged, 1)
  assert.equal(await waiting(churn), ['differs_from Attrition (ask IT) false', 'narrower Attrition (ask IT) false'])
  // An undo brings back what an import ended, as it was.
  const { body: ended } = await importFile(
    service,
    editor,
    lines('name,differs_from,broader', 'Attrition (ask IT),,', 'Third,,'),
  )
  assert.equal([await of(other), await of(third), await of(churn)], [[], [], []])
  const undone = await service.request('DELETE', `/api/v1/imports/${ended.import_id}`, { as: editor })
  assert.is(undone.body.reverted, 2)
  assert.equal(await of(other), ['differs_from Churn false', 'broader Churn false'])
  assert.equal(await of(third), ['differs_from Churn true', 'broader Churn false'])
})

test('a merge and a restored term keep who has agreed', async (service) => {
  const { request } = service
  const { viewer, owner, editor, churn, other, put, refuse, of, waiting } = await scene(service)
  await put(viewer, other, 'broader', churn)
  await put(viewer, other, 'differs_from', churn)
  await put(owner, other, 'differs_from', churn)
  await setStatus(service, other, 'suggested')
  await request('POST', `/api/v1/terms/${other}/dismiss`, { as: editor })
  assert.equal(await of(churn), [])
  await request('POST', `/api/v1/dismissed/${other}/restore`, { as: editor })
  assert.equal(
    [await of(churn), await of(other)],
    [['differs_from Attrition (ask IT) true'], ['differs_from Churn true', 'broader Churn false']],
  )
  await refuse(owner, other, 'broader', churn)
  const { id: remaining } = await service.term(viewer, { name: 'Remaining' })
  const { version } = (await request('GET', `/api/v1/terms/${other}`, { as: editor })).body
  const body = { into: remaining, version, into_version: 1 }
  assert.is((await request('POST', `/api/v1/terms/${other}/merge`, { as: editor, body })).status, 200)
  assert.equal(await of(remaining), ['differs_from Churn true', 'broader Churn false'])
  assert.equal([await of(churn), await waiting(churn)], [['differs_from Remaining true'], []])
})

test.run()
