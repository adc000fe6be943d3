import * as assert from 'uvu/assert'
import type { Term } from '../lib/schemas/term.ts'
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

test('the list has the same terms as the single requests, without relations', async ({ person, request, term }) => {
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
    'limit=5&limit': ['6'],
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const { status, body } = await request('GET', `${path}?${name}=${value}`, { as })
      assert.is(status, 422, `${name}=${value}`)
      assert.equal(
        body.errors.map((error: { path: string }) => error.path),
        [name.split('=')[0]],
        `${name}=${value}`,
      )
    }
  }
})

test('a category filter ignores case and matches whole categories only', async (service) => {
  const { person, request, term } = service
  const as = await person()
  await term(as, { name: 'A', category: 'École R&D' })
  await term(as, { name: 'B', category: 'école r&d' })
  await term(as, { name: 'C', category: 'École' })
  await term(as, { name: 'D' })
  for (const category of ['École R&D', 'ÉCOLE R&D', ' école r&d ', 'E\u0301cole R&d']) {
    const { body } = await request('GET', `${path}?category=${encodeURIComponent(category)}`, { as })
    assert.equal(names(body.items), ['A', 'B'], category)
  }
  for (const category of ['R&D', 'Ecole', '%']) {
    const { body } = await request('GET', `${path}?category=${encodeURIComponent(category)}`, { as })
    assert.equal(body.items, [], category)
    assert.equal(body.counts_by_status, noTerms)
  }
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

test.run()
