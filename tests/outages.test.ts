import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { openDatabase } from '../lib/db/database.ts'
import { bearer, cookie } from './support/credentials.ts'
import { eventually } from './support/eventually.ts'
import { type Answer, glossary, send, type TestService, withDatabase } from './support/test-service.ts'

const test = glossary('outages')

function assertUnavailable({ status, headers, body }: Answer) {
  assert.is(status, 503)
  assert.is(headers.get('retry-after'), '5')
  assert.is(headers.get('content-type'), 'application/problem+json; charset=utf-8')
  const { detail, ...rest } = body
  assert.match(detail, /^The database cannot be reached\. Try again in a moment\./)
  assert.equal(rest, {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    code: 'database_unreachable',
    request_id: headers.get('x-request-id'),
  })
}

/** Takes the database away from everybody while `work` goes on. */
async function withoutDatabase({ databaseUrl }: TestService, work: () => Promise<void>) {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const sql = postgres(url.href, { max: 1 })
  try {
    // Those that wait for a lock first: else the end of its holder lets them finish their work.
    await sql`
      select pg_terminate_backend(pid, 5000)
      from (
        select pid
        from pg_stat_activity
        where datname = ${name}
        order by wait_event_type is distinct from 'Lock'
        offset 0
      ) as sessions`
    await sql.unsafe(`alter database ${name} rename to ${name}_away`)
    try {
      await work()
    } finally {
      await sql.unsafe(`alter database ${name}_away rename to ${name}`)
    }
  } finally {
    await sql.end()
  }
}

const faults = (logs: readonly string[]) =>
  logs.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')

test('a database that cannot be reached is 503; /health does not use it', async (service) => {
  const ada = await service.person()
  const db = openDatabase('postgresql://nobody@127.0.0.1:1/nothing')
  const app = createGlossary(withDatabase(service.ctx, db))
  assertUnavailable(await send(app, 'GET', '/ready'))
  assertUnavailable(await send(app, 'GET', '/api/v1/terms', { as: ada }))
  assertUnavailable(await send(app, 'GET', '/api/v1/me', { headers: cookie(ada) }))
  assertUnavailable(await send(app, 'GET', '/api/v1/me', { headers: bearer('glo_nonsense') }))
  assertUnavailable(await send(app, 'GET', '/', { headers: cookie(ada) }))
  const { status, body } = await send(app, 'GET', '/health')
  assert.equal([status, body.status], [200, 'ok'])
})

test('a database that refuses changes, as a standby does, is 503, and what it has can be read', async (service) => {
  const ada = await service.person()
  const { id } = await service.term(ada)
  const db = openDatabase(service.databaseUrl, { readOnly: true })
  const app = createGlossary(withDatabase(service.ctx, db))
  assert.is((await send(app, 'GET', `/api/v1/terms/${id}`, { as: ada })).status, 200)
  const body = { name: 'RPO', definition: 'What it means.' }
  assertUnavailable(await send(app, 'POST', '/api/v1/terms', { as: ada, body }))
  assertUnavailable(await send(app, 'POST', `/api/v1/terms/${id}/vote`, { as: ada }))
  await db.end()
})

test('a database that goes down is 503 until it is back', async (service) => {
  const { request } = service
  const ada = await service.person()
  const term = { name: 'SLA', definition: 'A promise.' }
  assert.is((await request('GET', '/ready')).status, 200)
  await withoutDatabase(service, async () => {
    assertUnavailable(await request('GET', '/ready'))
    assertUnavailable(await request('GET', '/api/v1/me', { as: ada }))
    assertUnavailable(await request('POST', '/api/v1/terms', { as: ada, body: term }))
    const role = { as: ada, body: { role: 'viewer' } }
    assertUnavailable(await request('PATCH', `/api/v1/users/${ada.id}/role`, role))
    assert.is((await request('GET', '/health')).status, 200)
  })
  await eventually('all connections are back', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => request('GET', '/api/v1/me', { as: ada })))
    return answers.every(({ status }) => status === 200)
  })
})

test('a statement lost with its connection does not block later ones', async (service) => {
  const { databaseUrl, person, request, sql, term } = service
  const as = await person()
  const { id } = await term(as)
  const gate = await postgres(databaseUrl, { max: 1 }).reserve()
  await gate`begin`
  await gate`select 1 from terms where id = ${id} for update`
  const vote = request('POST', `/api/v1/terms/${id}/vote`, { as })
  await eventually('the vote waits', async () => {
    const [row] = await sql`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return row?.waiting === 1
  })
  await withoutDatabase(service, async () => {
    assertUnavailable(await vote)
    const answers: Answer[] = []
    for (let i = 0; i < 8; i++) {
      request('GET', '/ready').then((answer) => answers.push(answer))
    }
    await eventually('all others are answered', () => answers.length === 8, 10)
    answers.forEach(assertUnavailable)
  })
})

test('an internal error is 500, reveals nothing and is logged with its request ID', async (service) => {
  const { logs, request, sql } = service
  const ada = await service.person()
  await sql`alter table api_tokens rename to secret_tokens`
  const headers = { 'x-request-id': 'the-one-that-failed' }
  const answer = await request('GET', '/api/v1/tokens', { as: ada, headers })
  assert.is(answer.status, 500)
  assert.is(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
  assert.is(answer.headers.get('x-request-id'), 'the-one-that-failed')
  assert.equal(answer.body, {
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    detail: 'Something went wrong on our side. Quote the request ID when you report it.',
    code: 'internal',
    request_id: 'the-one-that-failed',
  })
  const [fault, ...more] = faults(logs)
  assert.is(more.length, 0)
  assert.is(fault.request_id, 'the-one-that-failed')
  assert.match(fault.err.message, 'relation "api_tokens" does not exist')
  assert.type(fault.err.stack, 'string')
})

test('an error of the caller is not logged as an error', async ({ logs, request }) => {
  await request('GET', '/nothing/here')
  await request('GET', '/%ZZ')
  await request('GET', '/api/v1/me')
  assert.equal(faults(logs), [])
})

test('an error in one request does not affect others', async ({ person, request, sql }) => {
  const as = await person()
  await sql`alter table api_tokens rename to secret_tokens`
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const path = i % 2 ? '/api/v1/tokens' : '/api/v1/terms'
      return (await request('GET', path, { as })).status
    }),
  )
  assert.equal(
    statuses,
    Array.from({ length: 12 }, (_, i) => (i % 2 ? 500 : 200)),
  )
})

test.run()
