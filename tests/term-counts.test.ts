import * as assert from 'uvu/assert'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('counts of terms')

const counted = ({ sql }: TestService) => sql`
  select status, count(*)::integer as terms from terms group by status order by status`

const stored = ({ sql }: TestService) => sql`
  select status, sum(total)::integer as terms from term_counts
  group by status having sum(total) <> 0 order by status`

const assertCountsMatch = async (service: TestService) =>
  assert.equal([...(await stored(service))], [...(await counted(service))])

test('stored counts equal the real ones after concurrent changes of terms', async (service) => {
  const { request, sql } = service
  const editor = await service.person('editor')
  const terms = await Promise.all(Array.from({ length: 30 }, () => service.term(editor)))
  await assertCountsMatch(service)
  const people = await Promise.all(Array.from({ length: 5 }, () => service.person()))
  const votes = people.flatMap((as) =>
    terms.slice(0, 20).map(({ id }) => request('POST', `/api/v1/terms/${id}/vote`, { as })),
  )
  await Promise.all([
    ...votes,
    ...terms.slice(15).map(({ id }) => request('DELETE', `/api/v1/terms/${id}`, { as: editor })),
    ...people.map((as) => service.term(as)),
  ])
  await assertCountsMatch(service)
  assert.ok((await counted(service)).length > 1, 'only one status has terms')
  await sql`update terms set status = 'official' where status = 'pending'`
  await assertCountsMatch(service)
  await sql`delete from terms where status = 'official'`
  await assertCountsMatch(service)
})

test('changes that are rolled back or not committed yet do not count', async (service) => {
  const { request, sql } = service
  const ada = await service.person()
  await service.term(ada)
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
  await assertCountsMatch(service)
})

test.run()
