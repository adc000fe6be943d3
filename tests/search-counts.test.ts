import * as assert from 'uvu/assert'
import { statuses, type Term } from '../lib/schemas/term.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('lists and searches, counted')

async function find({ request }: TestService, as: Person, query: Record<string, string>) {
  const answer = await request('GET', `/api/v1/terms?${new URLSearchParams(query)}`, { as })
  assert.is(answer.status, 200)
  return answer.body
}

/** Adds forty terms that `widget` and the misspelled `widgit` find, and twenty that they do not. */
async function stock({ person, sql }: TestService) {
  const [me, other] = [await person(), await person()]
  const all = Array.from({ length: 60 }, (_, n) => ({
    name: n % 3 === 2 ? `gadget ${n}` : n % 3 === 1 ? `blue widget ${n}` : `widget ${n}`,
    definition: 'What it means.',
    status: (['suggested', 'pending', 'community', 'official'] as const)[(n % 7) % 4] ?? 'pending',
    category: n % 5 === 0 ? null : n % 5 < 3 ? 'Parts' : 'Tools',
    is_stale: n % 4 === 0,
    owner_id: n % 2 === 0 ? me.id : other.id,
    source: 'import',
  }))
  await sql`insert into terms ${sql(all)}`
  return { me, all, widgets: all.filter(({ name }) => name.includes('widget')) }
}

const filters: Record<string, string>[] = [
  {},
  { category: 'parts' },
  { stale: 'true' },
  { stale: 'false', category: 'TOOLS' },
  { owner: 'me' },
  { owner: 'me', stale: 'true', category: 'Parts' },
  { category: 'nothing' },
]

for (const q of [undefined, 'widget', 'widgit']) {
  test(`total and counts of ${q ?? 'a list'} are exact with every filter, on every page`, async (service) => {
    const { me, all, widgets } = await stock(service)
    for (const filter of filters) {
      const some = (q ? widgets : all).filter(
        (each) =>
          (!filter.category || each.category?.toLowerCase() === filter.category.toLowerCase()) &&
          (!filter.stale || String(each.is_stale) === filter.stale) &&
          (!filter.owner || each.owner_id === me.id),
      )
      const count = (status: string) => some.filter((each) => each.status === status).length
      const counts_by_status = Object.fromEntries(statuses.map((each) => [each, count(each)]))
      for (const status of [undefined, ...statuses]) {
        const wanted = some.filter((each) => !status || each.status === status)
        const query = { ...(q && { q }), limit: '7', ...filter, ...(status && { status }) }
        const found: string[] = []
        for (let offset = 0; offset <= wanted.length + 7; offset += 7) {
          const { items, did_you_mean: _, ...rest } = await find(service, me, { ...query, offset: `${offset}` })
          assert.equal(rest, { total: wanted.length, offset, limit: 7, counts_by_status })
          found.push(...items.map(({ name }: Term) => name))
        }
        assert.equal(found.sort(), wanted.map(({ name }) => name).sort())
      }
    }
  })
}

test('the pages together are the whole list', async (service) => {
  const { me, widgets } = await stock(service)
  const whole = (await find(service, me, { q: 'widget' })).items
  assert.is(whole.length, widgets.length)
  const { items } = await find(service, me, { q: 'widget', limit: '9', offset: '20' })
  assert.equal(items, whole.slice(20, 29))
})

test.run()
