import * as assert from 'uvu/assert'
import { historyOf } from './support/evidence.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('history')

const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
type Entry = { version: number; action: string; created_at: string }

const history = ({ request }: TestService, id: string, as: Person, query = '') =>
  request('GET', `/api/v1/terms/${id}/history${query}`, { as })

/** Inserts confirmations with numbered notes. */
const insertEntries = ({ sql }: TestService, id: string, count: number) => sql`
  insert into term_history (term_id, version, action, note)
  select ${id}, 1, 'confirmed', 'number ' || n from generate_series(1, ${count}::integer) n`

test('the history is an array sorted newest first', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as)
  const path = `/api/v1/terms/${id}`
  await service.request('PUT', path, { as, body: { version: 1, name: 'New' } })
  await service.request('POST', `${path}/promote`, { as })
  await service.request('POST', `${path}/confirm`, { as })
  await service.request('POST', `${path}/dispute`, { as })
  const { status, headers, body } = await history(service, id, await service.person('viewer'))
  assert.is(status, 200)
  assert.is(headers.get('x-total-count'), '5')
  assert.equal(
    body.map(({ version, action }: Entry) => [version, action]),
    [
      [4, 'disputed'],
      [3, 'confirmed'],
      [3, 'status_changed'],
      [2, 'updated'],
      [1, 'created'],
    ],
  )
  const times = body.map(({ created_at }: Entry) => Date.parse(created_at))
  assert.equal(
    times,
    [...times].sort((a, b) => b - a),
  )
  assert.ok(body.every(({ created_at }: Entry) => utc.test(created_at)))
  assert.equal(Object.keys(body[0]).sort(), [
    ...['accepted_by', 'action', 'actor', 'changes', 'created_at', 'id', 'note', 'term_id'],
    ...['version'],
  ])
})

test('only edits, status changes and disputes increment the version', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as)
  await setStatus(service, id, 'suggested', 10)
  const path = `/api/v1/terms/${id}`
  const { sql } = service
  const requests: [string, string, object | undefined, number][] = [
    ['POST', `${path}/vote`, undefined, 2], // to pending
    ['DELETE', `${path}/vote`, undefined, 2],
    ['POST', `${path}/confirm`, undefined, 2],
    ['POST', `${path}/claim`, undefined, 2],
    ['POST', `${path}/vote`, undefined, 3], // to community
    ['POST', `${path}/vote`, undefined, 3],
    ['PUT', path, { version: 3, definition: 'Edited.' }, 4],
    ['PUT', path, { version: 4, definition: 'Edited.' }, 4],
    ['POST', `${path}/official`, undefined, 5],
    ['DELETE', `${path}/vote`, undefined, 5],
    ['POST', `${path}/vote`, undefined, 5],
    ['POST', `${path}/dispute`, {}, 6], // to pending
    ['POST', `${path}/dispute`, {}, 6], // adds to the open dispute
    ['POST', `${path}/vote`, undefined, 6],
    ['POST', `${path}/promote`, {}, 7],
    ['POST', `${path}/promote`, {}, 7], // refused
  ]
  for (const [i, [method, url, body, version]] of requests.entries()) {
    await service.request(method, url, { as, body })
    const [row] = await sql`select version from terms where id = ${id}`
    assert.is(row?.version, version, `request ${i}: ${method} ${url}`)
  }
  assert.equal(await historyOf(service, id), [
    ...['1 created', '2 status_changed', '2 confirmed', '3 status_changed', '4 updated'],
    ...['5 status_changed', '6 disputed', '7 status_changed'],
  ])
})

test('consecutive pages have no gaps or overlaps', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await insertEntries(service, id, 5)
  const pages = []
  for (const offset of [0, 2, 4, 6, 100]) {
    const { status, headers, body } = await history(service, id, as, `?limit=2&offset=${offset}`)
    assert.is(status, 200)
    assert.is(headers.get('x-total-count'), '6')
    pages.push(body.map(({ note }: { note: string | null }) => note))
  }
  assert.equal(pages, [['number 5', 'number 4'], ['number 3', 'number 2'], ['number 1', null], [], []])
})

test('an entry has its term and the current name of its actor, if anybody made it', async (service) => {
  const as = await service.person()
  const [one, two] = [await service.term(as), await service.term(as)]
  await insertEntries(service, one.id, 1)
  await service.sql`update users set display_name = 'Ann' where id = ${as.id}`
  const actors = async ({ id }: { id: string }) =>
    (await history(service, id, as)).body.map((entry: { term_id: string; actor: unknown }) => {
      assert.is(entry.term_id, id)
      return entry.actor
    })
  const ann = { id: as.id, display_name: 'Ann' }
  assert.equal([await actors(one), await actors(two)], [[null, ann], [ann]])
})

test('the default limit is 50 and the maximum is 500', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await insertEntries(service, id, 500)
  for (const [query, length] of [
    ['', 50],
    ['?limit=1', 1],
    ['?limit=500', 500],
  ] as const) {
    const { headers, body } = await history(service, id, as, query)
    assert.is(body.length, length)
    assert.is(headers.get('x-total-count'), '501')
  }
})

test.run()
