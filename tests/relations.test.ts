import * as assert from 'uvu/assert'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('relations')

type Kind = 'broader' | 'differs_from' | 'replaced_by'
type Related = { kind: string; term: { id: string; name: string } }

/** What a test does with relations, as one person. */
function relationsAs({ request, term }: TestService, as: Person) {
  const send = (method: string, id: string, kind: string, other: string) =>
    request(method, `/api/v1/terms/${id}/relations/${kind}/${other}`, { as })
  const read = (id: string) => request('GET', `/api/v1/terms/${id}`, { as })
  return {
    put: (id: string, kind: Kind, other: string) => send('PUT', id, kind, other),
    remove: (id: string, kind: Kind, other: string) => send('DELETE', id, kind, other),
    read,
    of: async (id: string) => (await read(id)).body.relations.map(({ kind, term }: Related) => `${kind} ${term.name}`),
    history: async (id: string) => (await request('GET', `/api/v1/terms/${id}/history`, { as })).body,
    add: async (...names: string[]) => {
      const ids: string[] = []
      for (const name of names) ids.push((await term(as, { name })).id)
      return ids as [string, string, string, string]
    },
  }
}

test('a relation is in both terms, with its inverse kind, and in their history without a new version', async (service) => {
  const { put, remove, read, of, history, add } = relationsAs(service, await service.person())
  const [a, b, c, d] = await add('A1', 'B1', 'C1', 'D1')
  for (const [kind, other] of [
    ['differs_from', b],
    ['broader', c],
    ['replaced_by', d],
  ] as const) {
    const first = await put(a, kind, other)
    assert.equal([first.status, first.text], [204, ''])
    assert.is((await put(a, kind, other)).status, 204)
  }
  assert.equal(await of(a), ['replaced_by D1', 'differs_from B1', 'broader C1'])
  assert.equal([await of(b), await of(c), await of(d)], [['differs_from A1'], ['narrower A1'], ['replaces A1']])
  const { body } = await read(a)
  assert.is(body.version, 1)
  assert.equal(body.relations[0].term, { id: d, name: 'D1', full_name: null, status: 'pending' })
  assert.is((await put(b, 'differs_from', a)).status, 204)
  assert.equal(await of(b), ['differs_from A1'])
  assert.is((await remove(b, 'differs_from', a)).status, 204)
  assert.is((await remove(b, 'differs_from', a)).status, 204)
  assert.equal([await of(a), await of(b)], [['replaced_by D1', 'broader C1'], []])
  const entries = (id: string) =>
    history(id).then((list: { action: string; version: number; changes: unknown }[]) =>
      list.slice(0, -1).map(({ action, version, changes }) => [action, version, changes]),
    )
  assert.equal(await entries(b), [
    ['unrelated', 1, { differs_from: { from: 'A1', to: null } }],
    ['related', 1, { differs_from: { from: null, to: 'A1' } }],
  ])
  assert.equal(await entries(c), [['related', 1, { narrower: { from: null, to: 'A1' } }]])
  assert.equal((await entries(a)).length, 4)
})

test('the tag of a term grows with its relations, and If-Match compares the version alone', async (service) => {
  const as = await service.person()
  const { put, remove, read, add } = relationsAs(service, as)
  const [a, b] = await add('A1', 'B1')
  const tag = async () => (await read(a)).headers.get('etag') ?? ''
  const tags = [await tag()]
  assert.is(tags[0], '"1"')
  await put(a, 'differs_from', b)
  tags.push(await tag())
  const body = { version: 1, definition: 'Another one.' }
  await service.request('PUT', `/api/v1/terms/${b}`, { as, body })
  tags.push(await tag())
  await remove(a, 'differs_from', b)
  tags.push(await tag())
  assert.is(new Set(tags).size, 4)
  for (const each of tags.slice(1)) assert.match(each, /^"1\.[1-9]\d*"$/)
  const path = `/api/v1/terms/${a}`
  const cached = { 'if-none-match': tags[3] ?? '' }
  assert.is((await service.request('GET', path, { as, headers: cached })).status, 304)
  const headers = { 'if-match': tags[1] ?? '' }
  assert.is((await service.request('PUT', path, { as, body, headers })).status, 200)
  assert.is((await service.request('PUT', path, { as, body, headers })).status, 412)
})

test('a term and itself, circles, a second replacement and too many relations are refused', async (service) => {
  const { put, add, of } = relationsAs(service, await service.person())
  const [a, b, c, d] = await add('A1', 'B1', 'C1', 'D1')
  for (const kind of ['broader', 'differs_from', 'replaced_by'] as const)
    assert.is((await put(a, kind, a)).status, 422, kind)
  await put(a, 'broader', b)
  await put(b, 'broader', c)
  await put(a, 'replaced_by', b)
  const codes = [await put(c, 'broader', a), await put(b, 'replaced_by', a), await put(a, 'replaced_by', c)].map(
    ({ status, body }) => `${status} ${body.code}`,
  )
  assert.equal(codes, ['409 cycle', '409 cycle', '409 already_replaced'])
  const others = await add(...Array.from({ length: 20 }, (_, n) => `N${n}`))
  for (const other of others) assert.is((await put(d, 'differs_from', other)).status, 204)
  for (const [id, kind, other] of [
    [d, 'broader', a],
    [d, 'differs_from', a],
    [a, 'differs_from', d],
  ] as const)
    assert.is((await put(id, kind, other)).body.code, 'too_many_relations')
  assert.is((await put(a, 'broader', d)).status, 204, 'inverse relations count for neither')
  assert.is((await of(d)).length, 21)
  const unknown = '00000000-0000-4000-8000-000000000000'
  assert.is((await put(a, 'broader', unknown)).status, 404)
  assert.is((await put(unknown, 'broader', a)).status, 404)
  assert.is((await put(a, 'narrower' as Kind, b)).status, 404)
})

test('of eight writers who close circles at once, one is refused in each circle', async (service) => {
  const { put, add } = relationsAs(service, await service.person())
  for (const kind of ['broader', 'replaced_by'] as const) {
    const ids = await add(...Array.from({ length: 8 }, (_, n) => `${kind} ${n}`))
    const statuses = await Promise.all(
      ids.map((id, n) => put(id, kind, ids[(n + 1) % 8] ?? '').then(({ status }) => status)),
    )
    assert.equal(statuses.sort(), [...Array(7).fill(204), 409])
  }
})

test('whoever may edit the term relates it; where it holds both ways, either term', async (service) => {
  const owner = await service.person()
  const { add } = relationsAs(service, owner)
  const [official, pending] = await add('A1', 'B1')
  await setStatus(service, official, 'official')
  const { put, remove } = relationsAs(service, await service.person())
  assert.is((await put(official, 'broader', pending)).body.code, 'protected')
  assert.is((await put(pending, 'broader', official)).status, 204)
  assert.is((await put(official, 'differs_from', pending)).status, 204)
  assert.is((await remove(official, 'differs_from', pending)).status, 204)
  assert.is((await relationsAs(service, owner).put(official, 'replaced_by', pending)).status, 204)
  assert.is((await remove(official, 'replaced_by', pending)).status, 403)
})

test('a replaced term stands behind other meanings in a lookup, which has relations', async (service) => {
  const as = await service.person('editor')
  const old = await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement' })
  const other = await service.term(as, { name: 'SLA', full_name: 'Sea Lion Archive' })
  await setStatus(service, old.id, 'official')
  const { put } = relationsAs(service, as)
  const lookup = async () => (await service.request('GET', '/api/v1/lookup?q=sla', { as })).body.terms
  assert.is((await lookup())[0].id, old.id)
  await put(old.id, 'replaced_by', other.id)
  const terms = await lookup()
  assert.equal(
    terms.map(({ id, relations }: { id: string; relations: Related[] }) => [
      id,
      relations.map(({ kind, term }) => [kind, term]),
    ]),
    [
      [other.id, [['replaces', { id: old.id, name: 'SLA', full_name: 'Service Level Agreement', status: 'official' }]]],
      [old.id, [['replaced_by', { id: other.id, name: 'SLA', full_name: 'Sea Lion Archive', status: 'pending' }]]],
    ],
  )
  const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text: 'an SLA' } })
  assert.equal(body.matches[0].term_ids, [other.id, old.id])
  const { body: list } = await service.request('GET', '/api/v1/terms', { as })
  assert.not.ok('relations' in list.items[0])
})

test('a merge moves relations, but for those that cannot be', async (service) => {
  const as = await service.person('editor')
  const { put, add, of, history } = relationsAs(service, as)
  const [a, b, c, d] = await add('A1', 'B1', 'C1', 'D1')
  const [e] = await add('E1')
  assert.is((await put(a, 'differs_from', b)).status, 204)
  assert.is((await put(a, 'broader', c)).status, 204)
  assert.is((await put(a, 'replaced_by', d)).status, 204)
  assert.is((await put(e, 'broader', a)).status, 204)
  assert.is((await put(b, 'replaced_by', e)).status, 204)
  assert.is((await put(c, 'broader', b)).status, 204)
  const body = { into: b, version: 1, into_version: 1 }
  assert.is((await service.request('POST', `/api/v1/terms/${a}/merge`, { as, body })).status, 200)
  assert.equal(await of(b), ['replaced_by E1', 'narrower C1', 'narrower E1'])
  assert.equal([await of(c), await of(d)], [['broader B1'], []])
  assert.equal((await history(d))[0].changes, { replaces: { from: 'A1', to: null } })
})

test('a merge drops the 21st relation', async (service) => {
  const as = await service.person('editor')
  const { put, add, of } = relationsAs(service, as)
  const [a, b, ...others] = await add(...Array.from({ length: 23 }, (_, n) => `N${n + 10}`))
  await service.sql`
    insert into term_relations (term_id, kind, other_id, trust, vote_count, name_key)
    select ${b}, 'differs_from', id, 3, 0, '' from terms where id = any(${others.slice(0, 19)})`
  for (const other of others.slice(19)) await put(a, 'broader', other as string)
  const body = { into: b, version: 1, into_version: 1 }
  assert.is((await service.request('POST', `/api/v1/terms/${a}/merge`, { as, body })).status, 200)
  const kinds = (await of(b)).map((text: string) => text.split(' ')[0])
  assert.equal([kinds.length, kinds.filter((kind: string) => kind === 'broader').length], [20, 1])
})

test('deleting and dismissing a term drop its relations; restoring it brings them back', async (service) => {
  const as = await service.person('editor')
  const { put, add, of, read, history } = relationsAs(service, as)
  const [a, b, c] = await add('A1', 'B1', 'C1')
  await put(a, 'differs_from', b)
  await put(a, 'broader', c)
  await put(c, 'replaced_by', a)
  const before = (await read(b)).headers.get('etag')
  await setStatus(service, a, 'suggested')
  await service.request('POST', `/api/v1/terms/${a}/dismiss`, { as })
  assert.equal([await of(b), await of(c)], [[], []])
  assert.is.not((await read(b)).headers.get('etag'), before)
  assert.equal((await history(b))[0].changes, { differs_from: { from: 'A1', to: null } })
  await service.request('DELETE', `/api/v1/terms/${b}`, { as })
  await service.request('POST', `/api/v1/dismissed/${a}/restore`, { as })
  assert.equal(await of(a), ['broader C1', 'replaces C1'])
  assert.equal(await of(c), ['replaced_by A1', 'narrower A1'])
  type Entry = { action: string; changes: object }
  const ended = (await history(a)).filter(({ action }: Entry) => action === 'unrelated')
  const what = ended.map(({ changes }: Entry) => changes)
  assert.equal(what, [{ differs_from: { from: 'B1', to: null } }], 'what cannot come back has ended')
})

test('terms that are related, merged and deleted at once wait for each other in one order', async (service) => {
  const as = await service.person('editor')
  const { put, remove, add } = relationsAs(service, as)
  const doomed = (id: string) => service.request('DELETE', `/api/v1/terms/${id}`, { as })
  const merge = (id: string, into: string) =>
    service.request('POST', `/api/v1/terms/${id}/merge`, { as, body: { into, version: 1, into_version: 1 } })
  const statuses: number[] = []
  for (let round = 0; round < 25; round++) {
    const [a, b, c, d] = await add(...Array.from({ length: 4 }, (_, n) => `Round ${round} ${n}`))
    const requests = [
      ...[put(a, 'differs_from', b), doomed(b), put(b, 'differs_from', a), put(c, 'broader', b)],
      ...[put(b, 'differs_from', c), put(a, 'differs_from', c), remove(a, 'differs_from', b)],
      ...[merge(c, d), put(c, 'differs_from', a), doomed(a)],
    ]
    for (const answer of await Promise.all(requests)) statuses.push(answer.status)
  }
  assert.equal(
    statuses.filter((status) => ![200, 204, 404, 409, 410].includes(status)),
    [],
  )
})

test.run()
