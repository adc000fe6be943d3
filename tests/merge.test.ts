import * as assert from 'uvu/assert'
import { joinAliases } from '../lib/glossary/alias-lists.ts'
import type { HistoryEntry, Term } from '../lib/schemas/term.ts'
import { cookie } from './support/credentials.ts'
import { forms } from './support/endpoint-forms.ts'
import { mergeTarget } from './support/endpoint-objects.ts'
import { bodies } from './support/endpoints.ts'
import { minimumRoles } from './support/minimum-roles.ts'
import { behindLock, holdAuditEvents } from './support/queue.ts'
import { rowsOf } from './support/rows.ts'
import { glossary, type Person, type TestService, threeLanguages } from './support/test-service.ts'

const test = glossary('merging terms', threeLanguages)

/** Merges a term into another one, as their current versions are. */
async function merge(service: TestService, as: Person, term: Term, into: Term) {
  const read = async ({ id }: Term) => (await service.request('GET', `/api/v1/terms/${id}`, { as })).body?.version ?? 1
  const body = { into: into.id, version: await read(term), into_version: await read(into) }
  return service.request('POST', `/api/v1/terms/${term.id}/merge`, { as, body })
}

const vote = ({ request }: TestService, as: Person, { id }: Term) => request('POST', `/api/v1/terms/${id}/vote`, { as })

test('a term cannot be merged with itself, however its ID is written', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as)
  for (const [from, into] of [
    [id, id],
    [id, id.toUpperCase()],
    [id.toUpperCase(), id],
    [id.toUpperCase(), id.toUpperCase()],
  ]) {
    const body = { into, version: 1, into_version: 1 }
    const answer = await service.request('POST', `/api/v1/terms/${from}/merge`, { as, body })
    assert.equal([answer.status, answer.body.errors?.[0].path], [422, 'into'])
  }
  const items = [{ term_id: id, other_id: id.toUpperCase() }]
  const body = { action: 'dismiss', items }
  const { status } = await service.request('POST', '/api/v1/review/bulk', { as, body })
  assert.ok(status < 500)
})

test('the names that a term gets from another one', () => {
  const term = (name: string, full_name: string | null, aliases: Term['aliases'] = []) => ({ name, full_name, aliases })
  const alias = (name: string, kind: 'alias' | 'misspelling' | 'discouraged' = 'alias') => ({ name, kind })
  const long = 'x'.repeat(121)
  const cases: [Parameters<typeof joinAliases>, Term['aliases']][] = [
    [
      [term('SLA', null), term('S.L.A.', 'Service Level Agreement')],
      [alias('S.L.A.'), alias('Service Level Agreement')],
    ],
    [[term('SLA', 'Service Level Agreement'), term('sla', 'service level agreement')], []],
    [[term('SLA', null), term('SLA', long)], []],
    [
      [
        term('SLA', null, [alias('a'), alias('m', 'misspelling')]),
        term('B', null, [alias('A'), alias('M'), alias('c'), alias('d', 'discouraged'), alias('sla')]),
      ],
      [alias('a'), alias('B'), alias('c'), alias('m', 'misspelling'), alias('d', 'discouraged')],
    ],
  ]
  for (const [args, expected] of cases) assert.equal(joinAliases(...args), expected)
})

test('the term that remains gets names and votes, and keeps its texts, status and owner', async (service) => {
  const [owner, other, editor] = [await service.person(), await service.person(), await service.person('editor')]
  const into = await service.term(owner, { name: 'SLA', definition: 'Kept.', category: 'Ops' })
  const term = await service.term(other, { name: 'S.L.A.', full_name: 'Service Level Agreement' })
  await vote(service, owner, into)
  await vote(service, owner, term)
  await vote(service, other, term)
  const { status, body, headers } = await merge(service, editor, term, into)
  assert.is(status, 200)
  assert.equal(
    { ...body, updated_at: into.updated_at },
    {
      ...into,
      version: 2,
      vote_count: 2,
      aliases: [
        { name: 'S.L.A.', kind: 'alias' },
        { name: 'Service Level Agreement', kind: 'alias' },
      ],
    },
  )
  assert.is(headers.get('etag'), '"2"')
  const votes = await service.sql`select from votes where term_id = ${into.id}`
  assert.is(votes.length, 2)
  const found = await service.request('GET', '/api/v1/lookup?q=S.L.A.', { as: other })
  assert.equal(
    found.body.terms.map(({ id }: Term) => id),
    [into.id],
  )
})

test('the history covers both terms, and the audit log has the content of the merged one', async (service) => {
  const editor = await service.person('editor')
  const [into, term] = [await service.term(editor), await service.term(editor, { category: 'Old' })]
  await merge(service, editor, term, into)
  const path = `/api/v1/terms/${into.id}/history`
  const { body, headers } = await service.request('GET', path, { as: editor })
  assert.equal(
    body.map((entry: HistoryEntry) => [entry.action, entry.term_id, entry.version]),
    [
      ['merged', into.id, 2],
      ['created', term.id, 1],
      ['created', into.id, 1],
    ],
  )
  assert.is(headers.get('x-total-count'), '3')
  const { id, name, full_name } = term
  assert.equal(body[0].changes, {
    merged_term: { from: null, to: { id, name, full_name } },
    aliases: { from: [], to: [{ name, kind: 'alias' }] },
  })
  const admin = await service.person('admin')
  const audit = await service.request('GET', '/api/v1/admin/audit?action=term.merged', { as: admin })
  const [event] = audit.body
  assert.equal([audit.body.length, event.target_id, event.actor_id], [1, term.id, editor.id])
  assert.equal(
    [event.payload.definition, event.payload.category, event.payload.into],
    [term.definition, 'Old', into.id],
  )
  const reverted = await service.request('POST', `/api/v1/terms/${into.id}/revert`, {
    as: editor,
    body: { version: 2, to_version: 1 },
  })
  assert.equal([reverted.status, reverted.body.aliases], [200, []])
})

test('the URLs of the merged term lead to the one that remains, also after another merge', async (service) => {
  const { request } = service
  const editor = await service.person('editor')
  const [first, second, last] = [await service.term(editor), await service.term(editor), await service.term(editor)]
  await merge(service, editor, first, second)
  await merge(service, editor, second, last)
  const redirects = [
    ['/api/v1/terms/ID', '/api/v1/terms/ID'],
    ['/api/v1/terms/ID/history?limit=2', '/api/v1/terms/ID/history?limit=2'],
    ['/terms/ID', '/terms/ID'],
    ['/terms/ID/history', '/terms/ID/history'],
  ]
  for (const { id } of [first, second]) {
    for (const [from = '', to = ''] of redirects) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await request(method, from.replace('ID', id), { as: editor })
        assert.is(answer.status, 308, from)
        assert.is(answer.headers.get('location'), to.replace('ID', last.id))
      }
    }
    const changes = [
      ['PUT', '', { version: 1, definition: 'New.' }],
      ['DELETE', '', undefined],
      ['POST', '/vote', undefined],
      ['POST', '/dispute', {}],
      ['POST', '/merge', { into: last.id, version: 1, into_version: 3 }],
    ] as const
    for (const [method, action, body] of changes) {
      const answer = await request(method, `/api/v1/terms/${id}${action}`, { as: editor, body })
      assert.equal([answer.status, answer.body.code], [410, 'merged'], method + action)
      assert.is(answer.body.merged_into, last.id)
    }
  }
  assert.is((await request('GET', `/api/v1/terms/${first.id}`)).status, 401)
  await request('DELETE', `/api/v1/terms/${last.id}`, { as: editor })
  assert.is((await request('GET', `/api/v1/terms/${first.id}`, { as: editor })).status, 404)
})

test('no request about a term that was merged changes a row', async (service) => {
  const editor = await service.person('editor')
  const [term, into] = [await service.term(editor), await service.term(editor)]
  await service.request('PUT', `/api/v1/terms/${term.id}/follow`, { as: editor })
  await merge(service, editor, term, into)
  // A statement that finds no term is counted as a change of the glossary.
  const read = async () => (await rowsOf(service)).replace(/\{"glossary_changes":[^}]+\},/g, '')
  const rows = await read()
  const writing = Object.keys(minimumRoles).filter((endpoint) => /^(?!GET).* (\/api\/v1)?\/terms\/:id/.test(endpoint))
  assert.ok(writing.length > 30)
  for (const endpoint of writing) {
    const [method = '', path = ''] = endpoint.split(' ')
    const isPage = !path.startsWith('/api/')
    const sent = isPage
      ? { body: new URLSearchParams(forms[endpoint]).toString(), type: 'application/x-www-form-urlencoded' }
      : { body: bodies[endpoint], type: 'application/json' }
    const answer = await service.request(
      method,
      path.replace(':id', term.id).replace(':kind', 'differs_from').replace(':other_id', mergeTarget),
      { headers: { ...cookie(editor), 'content-type': sent.type }, body: sent.body },
    )
    assert.is(answer.status, 410, endpoint)
    assert.ok((await read()) === rows, endpoint)
  }
})

test('a follow that waits for a merge is told of it, and not lost', async (service) => {
  const [editor, ada] = [await service.person('editor'), await service.person()]
  const [term, into] = [await service.term(editor), await service.term(editor)]
  const [merged, followed] = await behindLock(service, holdAuditEvents, [
    () => merge(service, editor, term, into),
    () => service.request('PUT', `/api/v1/terms/${term.id}/follow`, { as: ada }),
  ])
  assert.equal([merged?.status, followed?.status, followed?.body.merged_into], [200, 410, into.id])
})

test('merges that are refused change nothing', async (service) => {
  const { request } = service
  const editor = await service.person('editor')
  const names = Array.from({ length: 20 }, (_, i) => `name ${i}`)
  const [term, into] = [await service.term(editor), await service.term(editor, { aliases: names })]
  const send = async (body: object, as = editor) => {
    const answer = await request('POST', `/api/v1/terms/${term.id}/merge`, { as, body })
    const { code, current_version, into_current_version, errors } = answer.body
    return [answer.status, code, current_version, into_current_version, errors?.[0].path]
  }
  const valid = { into: into.id, version: 1, into_version: 1 }
  const none = undefined
  assert.equal(await send({ ...valid, version: 2 }), [409, 'version_conflict', 1, none, none])
  assert.equal(await send({ ...valid, into_version: 2 }), [409, 'version_conflict', none, 1, none])
  assert.equal(await send({ ...valid, into: term.id }), [422, 'validation_failed', none, none, 'into'])
  assert.equal(await send({ ...valid, into: 'x' }), [422, 'validation_failed', none, none, 'into'])
  const unknown = '00000000-0000-4000-8000-000000000000'
  assert.equal(await send({ ...valid, into: unknown }), [404, 'not_found', none, none, none])
  assert.equal(await send(valid), [409, 'too_many_aliases', none, none, none])
  const viewer = await service.person()
  assert.equal(await send(valid, viewer), [403, 'insufficient_role', none, none, none])
  const events = await service.sql`select from audit_events where action like 'term.%'`
  assert.is(events.length, 2)
})

test.run()
