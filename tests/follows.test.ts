import * as assert from 'uvu/assert'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('follows')

const call = (service: TestService, as: Person, method: string, path: string, body?: object) =>
  service.request(method, `/api/v1${path}`, { as, body })

const follows = async (service: TestService, as: Person) => (await call(service, as, 'GET', '/me/follows')).body

test('a person follows terms and categories, and stops', async (service) => {
  const ada = await service.person()
  const { id } = await service.term(ada, { name: 'SLA', category: 'R&D / Ops' })
  const term = `/terms/${id}/follow`
  const category = (name: string) => `/categories/${encodeURIComponent(name)}/follow`
  for (const path of [term, term, category('R&D / Ops'), category('r&d / OPS')]) {
    assert.is((await call(service, ada, 'PUT', path)).status, 204, path)
  }
  assert.equal(await follows(service, ada), { terms: [{ id, name: 'SLA' }], categories: ['R&D / Ops'] })
  assert.equal(await follows(service, await service.person()), { terms: [], categories: [] })
  for (const path of [term, term, category('R&D / OPS')]) {
    assert.is((await call(service, ada, 'DELETE', path)).status, 204, path)
  }
  assert.equal(await follows(service, ada), { terms: [], categories: [] })
  const unknown = '/terms/00000000-0000-4000-8000-000000000009/follow'
  for (const method of ['PUT', 'DELETE']) {
    assert.is((await call(service, ada, method, unknown)).status, 404)
    assert.is((await call(service, ada, method, category('x'.repeat(81)))).status, 404)
  }
})

/** Makes a person follow many categories, by SQL. */
const followMany = ({ sql }: TestService, { id }: Person, count: number) =>
  sql`
    insert into category_follows (category, user_id)
    select 'Category ' || i, ${id} from generate_series(1, ${count}) as i`

test('the list of what a person follows has pages of terms and of categories', async (service) => {
  const ada = await service.person()
  for (const name of ['SLA', 'NDA', 'OKR']) {
    const { id } = await service.term(ada, { name })
    await call(service, ada, 'PUT', `/terms/${id}/follow`)
  }
  await followMany(service, ada, 120)
  const page = async (query: string) => {
    const { headers, body } = await call(service, ada, 'GET', `/me/follows${query}`)
    const { terms, categories } = body as { terms: { name: string }[]; categories: string[] }
    assert.is(headers.get('x-total-count'), '123', query)
    return [terms.map(({ name }) => name), categories.length, categories[0]]
  }
  assert.equal(await page(''), [['NDA', 'OKR', 'SLA'], 50, 'Category 1'])
  assert.equal(await page('?limit=2&offset=1'), [['OKR', 'SLA'], 2, 'Category 10'])
  assert.equal(await page('?limit=500&offset=100'), [[], 20, 'Category 81'])
  assert.is((await call(service, ada, 'GET', '/me/follows?limit=501')).status, 422)
})

test('a person follows at most 1,000 terms and categories together', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const ids: string[] = []
  for (let i = 0; i < 8; i++) ids.push((await service.term(bo)).id)
  await followMany(service, ada, 996)
  const follow = (path: string) => call(service, ada, 'PUT', `${path}/follow`)
  const answers = await Promise.all([
    ...ids.map((id) => follow(`/terms/${id}`)),
    ...[1, 2, 3, 4].map((i) => follow(`/categories/New${i}`)),
  ])
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 204).length, 4)
  const refused = answers.filter(({ status }) => status !== 204)
  assert.equal([...new Set(refused.map(({ body }) => body.code))], ['too_many_follows'])
  assert.equal([...new Set(refused.map(({ status }) => status))], [409])
  // Repeating one changes nothing, stopping makes room for another, and others have a thousand of their own.
  assert.is((await follow('/categories/Category%201')).status, 204)
  await call(service, ada, 'DELETE', '/categories/Category%201/follow')
  assert.is((await follow('/categories/Room')).status, 204)
  assert.is((await follow('/categories/None')).status, 409)
  assert.is((await call(service, bo, 'PUT', '/categories/None/follow')).status, 204)
})

test('merging a term moves the follow of a person who follows 1,000, and a deletion ends it', async (service) => {
  const [ada, editor] = [await service.person(), await service.person('editor')]
  const [one, other] = [await service.term(editor), await service.term(editor)]
  await call(service, ada, 'PUT', `/terms/${one.id}/follow`)
  await followMany(service, ada, 999)
  const body = { into: other.id, version: 1, into_version: 1 }
  const merged = await call(service, editor, 'POST', `/terms/${one.id}/merge`, body)
  assert.is(merged.status, 200)
  assert.equal((await follows(service, ada)).terms, [{ id: other.id, name: other.name }])
  await call(service, editor, 'DELETE', `/terms/${other.id}`)
  await service.ctx.db.run('jobs/delete-old', { table_name: 'term_follows', most: 100 })
  assert.equal([...(await service.sql`select from term_follows`)], [])
})

test('one statement notifies 10,000 followers', async (service) => {
  const ada = await service.person()
  const { id } = await service.term(ada, { name: 'SLA', category: 'Operations' })
  await setStatus(service, id, 'pending', 0)
  await service.sql`
    with people as (
      insert into users (email) select n || '@example.com' from generate_series(1, 10000) as n
      returning id
    )
    insert into category_follows (category, user_id) select 'Operations', id from people`
  const body = { version: 1, definition: 'New.' }
  assert.is((await call(service, ada, 'PUT', `/terms/${id}`, body)).status, 200)
  const [row] = await service.sql`select count(*)::int as n from inbox_entries where kind = 'followed'`
  assert.is(row?.n, 10_000)
})

test.run()
