import * as assert from 'uvu/assert'
import type { ReviewResult } from '../lib/schemas/review.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('editing several terms')
const nobody = '6f1f7a0e-3d52-4f63-9a0e-5d1c2b3a4f60'

async function edit({ request }: TestService, as: Person, ids: string[], set: object) {
  const { body } = await request('POST', '/api/v1/terms/bulk', { as, body: { ids, set } })
  return body.results.map(({ outcome }: ReviewResult) => outcome)
}

const read = async ({ request }: TestService, as: Person, id: string) =>
  (await request('GET', `/api/v1/terms/${id}`, { as })).body

test('an editor sets the category and the owner of several terms, with history, audit and notices', async (service) => {
  const [editor, ada, bob] = [await service.person('editor'), await service.person(), await service.person()]
  const one = await service.term(ada, { name: 'ONE' })
  const two = await service.term(ada, { name: 'TWO', category: 'Ops' })
  await service.sql`update terms set status = 'official' where id = ${two.id}`
  const set = { category: 'Ops', owner_id: bob.id }
  assert.equal(await edit(service, editor, [one.id, two.id, nobody], set), ['done', 'done', 'gone'])
  for (const [id, version] of [
    [one.id, 2],
    [two.id, 1],
  ] as const) {
    const term = await read(service, editor, id)
    assert.equal([term.category, term.owner.id, term.version], ['Ops', bob.id, version])
  }
  const audit = await service.sql`
    select action from audit_events where target_id = ${one.id} order by seq`
  assert.equal(
    audit.map(({ action }) => action),
    ['term.created', 'term.updated', 'term.claimed'],
  )
  const history = await service.request('GET', `/api/v1/terms/${two.id}/history`, { as: editor })
  assert.equal(history.body[0].changes.owner.to.id, bob.id)
  for (const [as, count] of [
    [bob, 2],
    [ada, 3],
  ] as const) {
    const { body } = await service.request('GET', '/api/v1/inbox', { as })
    assert.is(body.length, count)
  }
  assert.equal(await edit(service, editor, [one.id], { owner_id: null, category: null }), ['done'])
  const { owner, category } = await read(service, editor, one.id)
  assert.equal([owner, category], [null, null])
})

test('a term that would be the same as another is a conflict, and the others change', async (service) => {
  const editor = await service.person('editor')
  await service.term(editor, { name: 'ONE', category: 'Ops' })
  const same = await service.term(editor, { name: 'ONE', category: 'Sales' })
  const other = await service.term(editor, { name: 'TWO' })
  const set = { category: 'ops', owner_id: null }
  assert.equal(await edit(service, editor, [same.id, other.id], set), ['conflict', 'done'])
  const { category, owner } = await read(service, editor, same.id)
  assert.equal([category, owner.id], ['Sales', editor.id])
})

test('what cannot be set is refused as a whole', async (service) => {
  const [editor, gone] = [await service.person('editor'), await service.person()]
  await service.sql`update users set is_active = false where id = ${gone.id}`
  const { id } = await service.term(editor)
  for (const body of [
    { ids: [id], set: {} },
    { ids: [id] },
    { ids: [], set: { category: 'A' } },
    { ids: Array(201).fill(id), set: { category: 'A' } },
    { ids: [id], set: { owner_id: nobody } },
    { ids: [id], set: { owner_id: gone.id } },
    { ids: [id], set: { category: '' } },
  ]) {
    const { status } = await service.request('POST', '/api/v1/terms/bulk', { as: editor, body })
    assert.is(status, 422, JSON.stringify(body).slice(0, 100))
  }
  assert.is((await read(service, editor, id)).version, 1)
})

test('a category is renamed or joined with another, with its followers', async (service) => {
  const [editor, ada] = [await service.person('editor'), await service.person()]
  const one = await service.term(editor, { name: 'ONE', category: 'Ops' })
  const two = await service.term(editor, { name: 'TWO', category: 'OPS' })
  const three = await service.term(editor, { name: 'THREE', category: 'Operations' })
  await service.request('PUT', '/api/v1/categories/ops/follow', { as: ada })
  const rename = (from: string, name: string) =>
    service.request('PATCH', `/api/v1/categories/${from}`, { as: editor, body: { name } })
  assert.equal((await rename('ops', 'OPS')).body, { name: 'OPS', changed: 1 })
  assert.equal((await rename('ops', 'Operations')).body, { name: 'Operations', changed: 2 })
  const versions = []
  for (const { id } of [one, two, three]) {
    const { category, version } = await read(service, editor, id)
    assert.is(category, 'Operations')
    versions.push(version)
  }
  assert.equal(versions, [3, 2, 1])
  const history = await service.request('GET', `/api/v1/terms/${two.id}/history`, { as: editor })
  assert.equal(history.body[0].changes, { category: { from: 'OPS', to: 'Operations' } })
  const follows = await service.request('GET', '/api/v1/me/follows', { as: ada })
  assert.equal(follows.body.categories, ['Operations'])
  assert.is((await rename('ops', 'Other')).status, 404)
})

test('a category of thousands of terms is renamed in parts, each term once', async (service) => {
  const editor = await service.person('editor')
  await service.sql`
    insert into terms (name, definition, category, status, source)
    select 'term ' || n, 'What it means.', 'Ops', 'pending', 'import' from generate_series(1, 2500) n`
  const body = { name: 'Operations' }
  const renamed = await service.request('PATCH', '/api/v1/categories/ops', { as: editor, body })
  assert.equal(renamed.body, { name: 'Operations', changed: 2500 })
  const [stored] = await service.sql`
    select
      (select count(*)::integer from terms where category = 'Operations' and version = 2) as terms,
      (select count(*)::integer from term_history where action = 'updated') as history,
      (select jsonb_agg(payload -> 'terms') from audit_events where action = 'category.renamed') as events`
  assert.equal({ ...stored }, { terms: 2500, history: 2500, events: [2500] })
})

test('the renaming of a category is one audit event, beside those of its terms', async (service) => {
  const [editor, admin] = [await service.person('editor'), await service.person('admin')]
  for (const name of ['ONE', 'TWO']) await service.term(editor, { name, category: 'Ops' })
  for (const name of ['Operations', 'Operations']) {
    await service.request('PATCH', '/api/v1/categories/ops', { as: editor, body: { name } })
    await service.request('PATCH', '/api/v1/categories/operations', { as: editor, body: { name } })
  }
  const events = async (action: string) =>
    (await service.request('GET', `/api/v1/admin/audit?action=${action}`, { as: admin })).body
  const [renamed, ...others] = await events('category.renamed')
  const { actor_id, target_type, target_id, payload } = renamed
  assert.equal([actor_id, target_type, target_id, others], [editor.id, 'category', null, []])
  assert.equal(payload, { from: 'Ops', to: 'Operations', terms: 2 })
  const parts = (await events('term.updated')).map((event: { payload: { part_of: string } }) => event.payload.part_of)
  assert.equal(parts, ['category.renamed', 'category.renamed'])
  const edits = await service.request('GET', '/admin/audit?action=term.updated', { as: admin })
  assert.match(edits.text, /Part of.*Category renamed/s)
  const page = await service.request('GET', '/admin/audit?action=category.renamed', { as: admin })
  assert.match(page.text, /renamed the category.*from Ops to Operations/s)
})

test('a category is not renamed if two terms would be the same', async (service) => {
  const editor = await service.person('editor')
  const { id } = await service.term(editor, { name: 'ONE', category: 'Ops' })
  await service.term(editor, { name: 'ONE', category: 'Sales' })
  const body = { name: 'sales' }
  const refused = await service.request('PATCH', '/api/v1/categories/Ops', { as: editor, body })
  assert.equal([refused.status, refused.body.code], [409, 'duplicate'])
  assert.is((await read(service, editor, id)).category, 'Ops')
})

test('terms are sorted by name, votes, change and confirmation, and filtered by change', async (service) => {
  const ada = await service.person()
  for (const [name, votes, days] of [
    ['AAA', 2, 1],
    ['BBB', 3, 3],
    ['CCC', 1, 2],
  ] as const) {
    const { id } = await service.term(ada, { name })
    await service.sql`
      update terms
      set
        vote_count = ${votes}, updated_at = '2026-01-10'::timestamptz + ${days} * interval '1 day',
        last_confirmed_at = '2026-01-10'::timestamptz - ${days} * interval '1 day'
      where id = ${id}`
  }
  const list = async (query: string) => {
    const { status, body } = await service.request('GET', `/api/v1/terms?${query}`, { as: ada })
    return status === 200 ? body.items.map(({ name }: { name: string }) => name[0]).join('') : status
  }
  for (const [query, expected] of [
    ['sort=name', 'ABC'],
    ['order=desc', 'CBA'],
    ['sort=votes', 'BAC'],
    ['sort=votes&order=asc', 'CAB'],
    ['sort=updated', 'BCA'],
    ['sort=updated&order=asc&limit=2', 'AC'],
    ['sort=confirmed', 'ACB'],
    ['sort=confirmed&order=asc', 'BCA'],
    ['updated_since=2026-01-12T00:00:00Z', 'BC'],
    ['updated_since=2026-01-12T02:00:00+02:00', 'BC'],
    ['updated_since=2026-01-13', 'B'],
    ['updated_since=2026-01-13&q=AAA', 422],
    ['sort=relevance', 422],
    ['order=up', 422],
    ['updated_since=0000-01-01', 422],
    ['updated_since=2026-02-31T25:00:00Z', 422],
    ['updated_since=9999-12-31T23:59:59-00:01', 422],
    ['updated_since=0001-01-01T00:00:00%2B00:01', 422],
    ['updated_since=2026-02-30', 422],
    ['updated_since=2026-02-30T12:00:00Z', 422],
    ['updated_since=September 1, 2026', 422],
    ['updated_since=yesterday', 422],
  ] as const) {
    assert.equal(await list(query), expected, query)
  }
})

test.run()
