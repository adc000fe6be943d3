import * as assert from 'uvu/assert'
import type { Term } from '../lib/schemas/term.ts'
import { markStale, setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('listing terms')

const path = '/api/v1/terms'
const noTerms = { suggested: 0, pending: 0, community: 0, official: 0 }

const names = (items: Term[]) => items.map(({ name }) => name)

/** Reads all terms in pages of two, because the order must hold across pages too. */
async function inPages({ request }: TestService, as: Person): Promise<Term[]> {
  const items: Term[] = []
  for (;;) {
    const { body } = await request('GET', `${path}?limit=2&offset=${items.length}`, { as })
    if (body.items.length === 0) return items
    items.push(...body.items)
  }
}

/** Inserts terms named `term 001`, `term 002` and so on. */
const insertTerms = ({ sql }: TestService, count: number) => sql`
  insert into terms (name, definition, status, source)
  select 'term ' || to_char(n, 'FM000'), 'What it means.', 'pending', 'import'
  from generate_series(1, ${count}::integer) n`

test('the list of an empty glossary is empty', async ({ person, request }) => {
  const { status, body } = await request('GET', path, { as: await person() })
  assert.is(status, 200)
  assert.equal(body, { items: [], total: 0, offset: 0, limit: 50, counts_by_status: noTerms })
})

test('the list has the same terms as the single requests, without relations', async ({
  person,
  request,
  term,
}) => {
  const as = await person()
  const one = await term(as, { name: 'A', full_name: 'Alpha', category: 'Letters' })
  const two = await term(await person('admin'), { name: 'B' })
  const { body } = await request('GET', path, { as })
  assert.equal(body, {
    items: [one, two].map(({ relations, ...listed }) => listed),
    total: 2,
    offset: 0,
    limit: 50,
    counts_by_status: { ...noTerms, pending: 2 },
  })
})

test('terms are sorted by name, ignoring case', async (service) => {
  const { person, request, term } = service
  const as = await person()
  for (const name of ['delta', 'Charlie', 'alpha', 'BRAVO', 'Éclair', 'écran', '401k', 'Alpha 2']) {
    await term(as, { name })
  }
  const sorted = ['401k', 'alpha', 'Alpha 2', 'BRAVO', 'Charlie', 'delta', 'Éclair', 'écran']
  assert.equal(names((await request('GET', path, { as })).body.items), sorted)
  assert.equal(names(await inPages(service, as)), sorted)
})

test('the meanings of one name are sorted by full name, then category', async (service) => {
  const { person, term } = service
  const as = await person()
  const meanings = [
    ['sla', 'second', 'A'],
    ['SLA', 'First', 'b'],
    ['Sla', 'first', 'A'],
    ['SLA', null, 'C'],
  ]
  for (const [name, full_name, category] of meanings) await term(as, { name, full_name, category })
  assert.equal(
    (await inPages(service, as)).map((item) => [item.name, item.full_name, item.category]),
    [meanings[3], meanings[2], meanings[1], meanings[0]],
  )
})

test('consecutive pages have no gaps or overlaps', async (service) => {
  const as = await service.person()
  await insertTerms(service, 7)
  const pages = []
  for (const offset of [0, 3, 6, 7, 1000]) {
    const { status, body } = await service.request('GET', `${path}?limit=3&offset=${offset}`, {
      as,
    })
    assert.is(status, 200)
    const { items, ...rest } = body
    assert.equal(rest, {
      total: 7,
      offset,
      limit: 3,
      counts_by_status: { ...noTerms, pending: 7 },
    })
    pages.push(names(items))
  }
  assert.equal(pages, [
    ['term 001', 'term 002', 'term 003'],
    ['term 004', 'term 005', 'term 006'],
    ['term 007'],
    [],
    [],
  ])
})

test('the default limit is 50 and the maximum is 500', async (service) => {
  const as = await service.person()
  await insertTerms(service, 501)
  for (const [query, limit] of [
    ['', 50],
    ['?limit=1', 1],
    ['?limit=500', 500],
  ] as const) {
    const { body } = await service.request('GET', path + query, { as })
    assert.equal(
      { items: body.items.length, limit: body.limit, total: body.total },
      { items: limit, limit, total: 501 },
    )
  }
})

test('an invalid parameter gets 422 with its name', async ({ person, request }) => {
  const as = await person()
  const wrong = {
    limit: ['0', '501', '-1', '1.5', '1e2', 'ten', '', '+5', '99999999999999999999'],
    offset: ['-1', '0.5', 'x', '', '99999999999999999999'],
    status: ['', 'PENDING', 'draft', 'all'],
    stale: ['', '1', 'yes', 'TRUE', 'null'],
    owner: ['', 'ME', 'someone', '123e4567-e89b-12d3-a456'],
    category: ['', '%20', 'a%00b'],
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const { status, body } = await request('GET', `${path}?${name}=${value}`, { as })
      assert.is(status, 422, `${name}=${value}`)
      assert.equal(
        body.errors.map((error: { path: string }) => error.path),
        [name],
        `${name}=${value}`,
      )
    }
  }
})

test('the response names all invalid parameters', async ({ person, request }) => {
  const { status, body } = await request('GET', `${path}?limit=0&offset=-1&status=x`, {
    as: await person(),
  })
  assert.is(status, 422)
  const paths = body.errors.map((error: { path: string }) => error.path).sort()
  assert.equal(paths, ['limit', 'offset', 'status'])
})

test('a repeated parameter gets 422', async ({ person, request }) => {
  const as = await person()
  const { status, body } = await request('GET', `${path}?limit=5&limit=6`, { as })
  assert.is(status, 422)
  assert.is(body.errors[0].path, 'limit')
})

test('counts_by_status ignores the status filter', async (service) => {
  const { person, request, term } = service
  const as = await person()
  const expected = { suggested: 1, pending: 2, community: 3, official: 4 } as const
  for (const [status, count] of Object.entries(expected)) {
    for (let i = 1; i <= count; i++) {
      const { id } = await term(as, { name: `${status} ${i}` })
      await setStatus(service, id, status as keyof typeof expected)
    }
  }
  for (const [status, count] of Object.entries(expected)) {
    const { body } = await request('GET', `${path}?status=${status}&limit=1`, { as })
    assert.equal(names(body.items), [`${status} 1`])
    assert.is(body.total, count)
    assert.equal(body.counts_by_status, expected)
  }
})

test('counts_by_status respects the category filter, with and without a status', async (service) => {
  const { person, request, term } = service
  const as = await person()
  await term(as, { name: 'A', category: 'Legal' })
  await setStatus(service, (await term(as, { name: 'B', category: 'Legal' })).id, 'official')
  await setStatus(service, (await term(as, { name: 'C', category: 'Sales' })).id, 'community')
  await term(as, { name: 'D' })
  const legal = await request('GET', `${path}?category=Legal`, { as })
  assert.equal(names(legal.body.items), ['A', 'B'])
  assert.is(legal.body.total, 2)
  assert.equal(legal.body.counts_by_status, { ...noTerms, pending: 1, official: 1 })
  const official = await request('GET', `${path}?category=Legal&status=official`, { as })
  assert.equal(names(official.body.items), ['B'])
  assert.is(official.body.total, 1)
  assert.equal(official.body.counts_by_status, { ...noTerms, pending: 1, official: 1 })
  const none = await request('GET', `${path}?category=Sales&status=official`, { as })
  assert.equal(none.body.items, [])
  assert.is(none.body.total, 0)
  assert.equal(none.body.counts_by_status, { ...noTerms, community: 1 })
})

test('a category filter ignores case and matches whole categories only', async (service) => {
  const { person, request, term } = service
  const as = await person()
  await term(as, { name: 'A', category: 'École R&D' })
  await term(as, { name: 'B', category: 'école r&d' })
  await term(as, { name: 'C', category: 'École' })
  await term(as, { name: 'D' })
  for (const category of ['École R&D', 'ÉCOLE R&D', ' école r&d ', 'E\u0301cole R&d']) {
    const { body } = await request('GET', `${path}?category=${encodeURIComponent(category)}`, {
      as,
    })
    assert.equal(names(body.items), ['A', 'B'], category)
  }
  for (const category of ['R&D', 'Ecole', '%']) {
    const { body } = await request('GET', `${path}?category=${encodeURIComponent(category)}`, {
      as,
    })
    assert.equal(body.items, [], category)
    assert.equal(body.counts_by_status, noTerms)
  }
})

test('stale=true returns the stale terms and stale=false the others', async (service) => {
  const { person, request, term } = service
  const as = await person()
  await term(as, { name: 'fresh' })
  await markStale(service, (await term(as, { name: 'old' })).id)
  const seen: Record<string, string[]> = {}
  for (const query of ['?stale=true', '?stale=false', '']) {
    const { body } = await request('GET', path + query, { as })
    assert.is(body.total, body.items.length)
    seen[query] = names(body.items)
  }
  assert.equal(seen, { '?stale=true': ['old'], '?stale=false': ['fresh'], '': ['fresh', 'old'] })
})

test("owner=me returns the caller's terms, a UUID those of that user, and none those of nobody", async (service) => {
  const { person, request, sql, term } = service
  const [ann, bob, eve] = [await person(), await person(), await person()]
  await term(ann, { name: 'of ann' })
  await term(bob, { name: 'of bob' })
  const ownerless = await term(bob, { name: 'ownerless' })
  await sql`update terms set owner_id = null where id = ${ownerless.id}`
  const found = async (as: typeof ann, owner: string) => {
    const { body } = await request('GET', `${path}?owner=${owner}`, { as })
    assert.is(body.total, body.items.length)
    return names(body.items)
  }
  assert.equal(await found(ann, 'me'), ['of ann'])
  assert.equal(await found(bob, 'me'), ['of bob'])
  assert.equal(await found(eve, 'me'), [])
  assert.equal(await found(eve, ann.id), ['of ann'])
  assert.equal(await found(eve, ownerless.id), [])
  assert.equal(await found(eve, 'none'), ['ownerless'])
  assert.equal(await found(eve, 'none&q=ownerless'), ['ownerless'])
  assert.equal(await found(eve, 'none&q=of'), [])
})

test('filters can be combined', async (service) => {
  const { person, request, term } = service
  const [ann, bob] = [await person(), await person()]
  const expected = { status: 'official', category: 'Legal', stale: 'true', owner: ann.id }
  const addTerm = async (name: string, changes: Partial<typeof expected> = {}) => {
    const fields = { ...expected, ...changes }
    const { id } = await term(fields.owner === ann.id ? ann : bob, {
      name,
      category: fields.category,
    })
    await setStatus(service, id, fields.status as Term['status'])
    if (fields.stale === 'true') await markStale(service, id)
  }
  await addTerm('matching')
  await addTerm('other status', { status: 'pending' })
  await addTerm('other category', { category: 'Sales' })
  await addTerm('not stale', { stale: 'false' })
  await addTerm('other owner', { owner: bob.id })
  const { body } = await request('GET', `${path}?${new URLSearchParams(expected)}`, { as: bob })
  assert.equal(names(body.items), ['matching'])
  assert.is(body.total, 1)
})

test.run()
