import * as assert from 'uvu/assert'
import { glossary, type World } from './support/world.ts'

const test = glossary('counts of terms')

const counted = ({ sql }: World) => sql`
  select status, count(*)::integer as terms from terms group by status order by status`

const kept = ({ sql }: World) => sql`
  select status, sum(total)::integer as terms from term_counts
  group by status having sum(total) <> 0 order by status`

const agree = async (world: World) =>
  assert.equal([...(await kept(world))], [...(await counted(world))])

test('what is kept is what there is, whatever happens to terms', async (world) => {
  const { request, sql } = world
  const editor = await world.person('editor')
  const terms = await Promise.all(Array.from({ length: 30 }, () => world.term(editor)))
  await agree(world)
  const people = await Promise.all(Array.from({ length: 5 }, () => world.person()))
  const votes = people.flatMap((as) =>
    terms.slice(0, 20).map(({ id }) => request('POST', `/api/v1/terms/${id}/vote`, { as })),
  )
  await Promise.all([
    ...votes,
    ...terms.slice(15).map(({ id }) => request('DELETE', `/api/v1/terms/${id}`, { as: editor })),
    ...people.map((as) => world.term(as)),
  ])
  await agree(world)
  assert.ok((await counted(world)).length > 1, 'terms of one status only')
  await sql`update terms set status = 'official' where status = 'pending'`
  await agree(world)
  await sql`delete from terms where status = 'official'`
  await agree(world)
})

test('a change that is rolled back, and one that is not seen yet, do not count', async (world) => {
  const { request, sql } = world
  const ada = await world.person()
  await world.term(ada)
  const total = async () => (await request('GET', '/api/v1/terms', { as: ada })).body.total
  await sql
    .begin(async (tx) => {
      await tx`
        insert into terms (name, definition, status, source) values ('x', 'y', 'official', 'user')`
      assert.is(await total(), 1)
      throw new Error('rolled back')
    })
    .catch(() => {})
  assert.is(await total(), 1)
  await agree(world)
})

test.run()
