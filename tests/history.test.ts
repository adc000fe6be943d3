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
    'accepted_by',
    'action',
    'actor',
    'changes',
    'created_at',
    'id',
    'note',
    'term_id',
    'version',
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
    '1 created',
    '2 status_changed',
    '2 confirmed',
    '3 status_changed',
    '4 updated',
    '5 status_changed',
    '6 disputed',
    '7 status_changed',
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
  assert.equal(pages, [
    ['number 5', 'number 4'],
    ['number 3', 'number 2'],
    ['number 1', null],
    [],
    [],
  ])
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
  for (const [name, value] of [
    ['limit', '0'],
    ['limit', '501'],
    ['limit', 'all'],
    ['offset', '-1'],
  ]) {
    const { status, body } = await history(service, id, as, `?${name}=${value}`)
    assert.is(status, 422, `${name}=${value}`)
    assert.equal(
      body.errors.map(({ path }: { path: string }) => path),
      [name],
    )
  }
})

test('the history has only the entries of its term', async (service) => {
  const as = await service.person()
  const [one, two] = [await service.term(as), await service.term(as)]
  await service.request('POST', `/api/v1/terms/${one.id}/confirm`, { as })
  const { headers, body } = await history(service, two.id, as)
  assert.is(headers.get('x-total-count'), '1')
  assert.equal(
    body.map(({ term_id }: { term_id: string }) => term_id),
    [two.id],
  )
})

test('an entry of the service has no actor', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await insertEntries(service, id, 1)
  const { body } = await history(service, id, as)
  assert.is(body[0].actor, null)
})

test('an actor is shown with their current name', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await service.sql`update users set display_name = 'Ann' where id = ${as.id}`
  const { body } = await history(service, id, as)
  assert.equal(body[0].actor, { id: as.id, display_name: 'Ann' })
})

test('the database rejects updates, deletions and truncation of the history', async (service) => {
  const { sql } = service
  const as = await service.person()
  const { id } = await service.term(as)
  const before = await sql`select * from term_history`
  for (const statement of [
    "update term_history set note = 'forged'",
    "update term_history set note = 'forged' where false",
    'delete from term_history',
    `delete from term_history where term_id = '${id}'`,
    'truncate term_history',
    'truncate users cascade',
    `merge into term_history h using terms t on t.id = h.term_id when matched then delete`,
    `insert into term_history (id, term_id, version, action)
      select id, term_id, version, action from term_history
      on conflict (id) do update set note = 'forged'`,
  ]) {
    const error = await sql.unsafe(statement).then(
      () => null,
      (reason) => reason,
    )
    assert.is(error?.code, '23001', statement)
    assert.match(error.message, 'append-only')
  }
  const after = await sql`select * from term_history`
  assert.equal([...after], [...before])
})

test('the history is kept when the term is deleted, and its authors cannot be deleted', async (service) => {
  const { person, request, sql, term } = service
  const as = await person('editor')
  const { id } = await term(as)
  await request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 1, name: 'New' } })
  await request('DELETE', `/api/v1/terms/${id}`, { as })
  assert.equal(await historyOf(service, id), ['1 created', '2 updated'])
  assert.is((await history(service, id, as)).status, 404)
  const error = await sql`delete from users where id = ${as.id}`.catch((reason) => reason)
  assert.is(error.code, '23503')
})

test('in every table, IDs are UUIDs and timestamps have a time zone', async ({ sql }) => {
  const tables = [
    'api_tokens',
    'audit_events',
    'job_runs',
    'term_history',
    'terms',
    'users',
    'votes',
  ]
  const columns = await sql`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' and table_name = any (${tables})`
  assert.equal([...new Set(columns.map(({ table_name }) => table_name))].sort(), tables)
  for (const { table_name, column_name, data_type } of columns) {
    const where = `${table_name}.${column_name}`
    if (/(^|_)id$/.test(column_name) && column_name !== 'messaging_user_id') {
      assert.is(data_type, 'uuid', where)
    }
    if (/_at$/.test(column_name)) assert.is(data_type, 'timestamp with time zone', where)
    assert.is.not(data_type, 'timestamp without time zone', where)
  }
})

test.run()
