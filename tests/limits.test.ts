import type { TransactionSql } from 'postgres'
import * as assert from 'uvu/assert'
import { createLimits, networkOf } from '../lib/limits.ts'
import { eventually } from './support/eventually.ts'
import { type Answer, glossary, type TestService } from './support/test-service.ts'

const test = glossary('limits')
const few = glossary('rate limits', { SERVICE_RATE_LIMIT: '5', SERVICE_MCP_BEARER_TOKEN: 'shared' })
const login = glossary('limits of logins', {
  SERVICE_SLACK_CLIENT_ID: 'id',
  SERVICE_SLACK_CLIENT_SECRET: 'secret',
})

const terms = '/api/v1/terms'

few(
  'a person over the limit gets 429 with Retry-After and RateLimit',
  async ({ request, person }) => {
    const as = await person()
    for (let i = 0; i < 5; i++) assert.is((await request('GET', terms, { as })).status, 200)
    const { status, body, headers } = await request('GET', terms, { as })
    assert.equal([status, body.code], [429, 'too_many_requests'])
    const seconds = Number(headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`)
    assert.is(headers.get('ratelimit'), `"person";r=0;t=${seconds}`)
    assert.is(headers.get('ratelimit-policy'), '"person";q=5;w=60')
    const other = await person()
    assert.is((await request('GET', terms, { as: other })).status, 200)
  },
)

few('the tokens of a person share one limit', async ({ request, person }) => {
  const as = await person()
  const created = await request('POST', '/api/v1/tokens', { as, body: { name: 'agent' } })
  const headers = { authorization: `Bearer ${created.body.token}` }
  for (let i = 0; i < 4; i++) assert.is((await request('GET', terms, { headers })).status, 200)
  assert.is((await request('GET', terms, { headers })).status, 429)
  assert.is((await request('GET', terms, { as })).status, 429)
})

few('the shared MCP token has ten times the limit', async ({ request }) => {
  const headers = {
    authorization: 'Bearer shared',
    accept: 'application/json, text/event-stream',
  }
  const body = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const send = async () => (await request('POST', '/mcp', { headers, body })).status
  for (let i = 0; i < 50; i++) assert.is(await send(), 200)
  assert.is(await send(), 429)
})

few('health checks are not limited', async ({ request, person }) => {
  const as = await person()
  for (const path of ['/health', '/ready']) {
    for (let i = 0; i < 10; i++) assert.is((await request('GET', path, { as })).status, 200, path)
  }
})

test('0 turns the limits per minute off', async () => {
  const limits = createLimits(0)
  for (let i = 0; i < 2000; i++) await limits.run('ada', async () => null)
  const fail = () => limits.login('192.0.2.1', () => Promise.reject(new Error('failed')))
  for (let i = 0; i < 100; i++) assert.is(await fail().catch((error) => error.message), 'failed')
})

const failLogin = ({ request }: TestService, client: string) =>
  request('GET', '/auth/slack/callback?error=access_denied', {
    headers: { 'x-forwarded-for': client },
  })

login(
  'after 30 failed logins a minute, a network gets 429 and leaves no more records',
  async (service) => {
    for (let i = 0; i < 30; i++) assert.is((await failLogin(service, `2001:db8::${i}`)).status, 400)
    const { status, headers } = await failLogin(service, '2001:db8:0:0:1::')
    assert.is(status, 429)
    assert.ok(headers.has('retry-after'))
    assert.is((await failLogin(service, '2001:db8:0:1::1')).status, 400)
    assert.is((await failLogin(service, '192.0.2.1')).status, 400)
  },
)

test('the network of an IPv6 address is its first 64 bits', () => {
  assert.is(networkOf('192.0.2.1'), '192.0.2.1')
  assert.is(networkOf('2001:db8::1'), '2001:db8:0:0')
  assert.is(networkOf('2001:0DB8:0:0:a:b:c:d'), '2001:db8:0:0')
  assert.is(networkOf('::1'), '0:0:0:0')
  assert.is(networkOf('1:2:3:4::'), '1:2:3:4')
})

/** Keeps all requests for terms waiting until `work` is done. */
async function withTermsLocked({ sql }: TestService, work: (tx: TransactionSql) => Promise<void>) {
  await sql.begin(async (tx) => {
    await tx`lock table terms in access exclusive mode`
    await work(tx)
  })
}

test('a person has eight requests at a time, and 200 more wait', async (service) => {
  const as = await service.person()
  const answers: Promise<Answer>[] = []
  await withTermsLocked(service, async (tx) => {
    for (let i = 0; i < 300; i++) answers.push(service.request('GET', terms, { as }))
    await eventually('the first wait for the database', async () => {
      const [row] = await tx`
        select count(*)::integer as n from pg_locks where not granted and relation = 'terms'::regclass`
      return (row?.n ?? 0) > 0
    })
  })
  const received = await Promise.all(answers)
  const refused = received.filter(({ status }) => status === 429)
  assert.is(received.filter(({ status }) => status === 200).length, 208)
  assert.is(refused.length, 92)
  for (const { headers } of refused) {
    assert.is(headers.get('retry-after'), '1')
    assert.is(headers.get('ratelimit'), '"waiting";r=0;t=1')
    assert.is(headers.get('ratelimit-policy'), '"waiting";q=200;qu="concurrent-requests"')
  }
})

test('requests of others do not wait behind those of one person', async (service) => {
  const [busy, other] = [await service.person(), await service.person()]
  let done = 0
  const flood = Array.from({ length: 200 }, () =>
    service.request('GET', terms, { as: busy }).then(() => done++),
  )
  await eventually('the flood is under way', () => done > 0)
  await service.request('GET', terms, { as: other })
  assert.ok(done < 100, `${done} of the requests before it were finished`)
  await Promise.all(flood)
})

test('work for a client that has disconnected is not started', async (service) => {
  const as = await service.person()
  const headers = { authorization: `Bearer ${as.session}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'SLA', definition: 'A promise.' })
  const request = new Request(`http://localhost:8000${terms}`, { method: 'POST', headers, body })
  await service.app(request, '127.0.0.1', () => true)
  assert.equal([...(await service.sql`select from terms`)], [])
})

test.run()
few.run()
login.run()
