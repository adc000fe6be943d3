import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import * as assert from 'uvu/assert'
import { createByteBudget, createLimits, networkOf } from '../lib/app/limits.ts'
import { Problem } from '../lib/problem.ts'
import { eventually } from './support/eventually.ts'
import { begin, requestCallback } from './support/logins.ts'
import { ada, openSlackIdentity } from './support/slack-identity.ts'
import { type Answer, glossary, type TestService } from './support/test-service.ts'

const test = glossary('limits')
const identity = await openSlackIdentity()
const login = glossary('limits of logins', identity.env)

const terms = '/api/v1/terms'

test('0 turns the limits per minute off', async () => {
  const limits = createLimits(0)
  for (let i = 0; i < 2000; i++) await limits.count({ key: 'ada', factor: 1 })
  const fail = () => limits.login('192.0.2.1', () => Promise.reject(new Error('failed')))
  for (let i = 0; i < 100; i++) assert.is(await fail().catch((error) => error.message), 'failed')
})

/** Begins a login that the person then cancels at the provider. */
async function failLogin(service: TestService, client: string) {
  const { cookie, state } = await begin(service)
  const query = new URLSearchParams({ error: 'access_denied', state })
  return service.request('GET', `/auth/slack/callback?${query}`, { headers: { cookie, 'x-forwarded-for': client } })
}

login('after 30 failed logins a minute, a network gets 429 and leaves no more records', async (service) => {
  for (let i = 0; i < 30; i++) assert.is((await failLogin(service, `2001:db8::${i}`)).status, 400)
  const { status, headers } = await failLogin(service, '2001:db8:0:0:1::')
  assert.is(status, 429)
  assert.ok(headers.has('retry-after'))
  assert.is((await failLogin(service, '2001:db8:0:1::1')).status, 400)
  assert.is((await failLogin(service, '192.0.2.1')).status, 400)
})

login('callbacks that belong to no login of the browser do not count as failed', async (service) => {
  const client = '192.0.2.1'
  const { state } = await begin(service)
  for (let i = 0; i < 40; i++) {
    for (const query of ['error=x', `error=x&state=${state}`, `code=x&state=${state}`, 'code=x']) {
      const path = `/auth/slack/callback?${query}`
      const headers = { 'x-forwarded-for': client }
      assert.is((await service.request('GET', path, { headers })).status, 400)
    }
  }
  assert.is((await failLogin(service, client)).body.code, 'access_denied')
})

login('40 people behind one address log in at the same moment', async (service) => {
  const attempts = await Promise.all(Array.from({ length: 40 }, () => begin(service)))
  identity.replies.userInfo = { body: ada }
  identity.replies.token = { body: { ok: true, access_token: 'a-token', token_type: 'bearer' } }
  const answers = await Promise.all(
    attempts.map((attempt) => requestCallback(service, attempt, { code: 'x', state: attempt.state })),
  )
  assert.equal([...new Set(answers.map(({ status }) => status))], [303])
})

test('the requests of others are read between those of one sender that never wait', async () => {
  const limits = createLimits(0)
  let done = 0
  const flood = Array.from({ length: 100 }, () => limits.run({ key: 'ada', factor: 1 }, async () => done++))
  await nextTurn()
  assert.ok(done > 0 && done < 100, `${done} were finished`)
  await Promise.all(flood)
})

const MiB = 1024 ** 2

test('the bodies of one sender take a third of 96 MiB, those of all 96 MiB', () => {
  const budget = createByteBudget()
  const isTaken = (key: string, bytes: number) => {
    try {
      budget.take(key, bytes)
      return true
    } catch (error) {
      assert.ok(error instanceof Problem && error.status === 503 && error.code === 'busy')
      return false
    }
  }
  assert.ok(isTaken('ada', 20 * MiB))
  assert.not.ok(isTaken('ada', 20 * MiB))
  assert.ok(isTaken('ada', 12 * MiB))
  assert.ok(isTaken('bob', 32 * MiB))
  assert.ok(isTaken('cyd', 30 * MiB))
  assert.not.ok(isTaken('dan', 3 * MiB))
  budget.release('ada', 32 * MiB)
  assert.ok(isTaken('dan', 3 * MiB))
  assert.ok(isTaken('ada', 20 * MiB))
})

test('the memory of a body is given back, whatever became of the request', async (service) => {
  const as = await service.person('editor')
  const body = JSON.stringify({ text: 'x'.repeat(500_000) })
  for (let i = 0; i < 80; i++) {
    const { status } = await service.request('POST', '/api/v1/explain', { as, body })
    assert.is(status, 422)
  }
  const broken = '{'.repeat(500_000)
  for (let i = 0; i < 80; i++) {
    assert.is((await service.request('POST', '/api/v1/explain', { as, body: broken })).status, 400)
  }
})

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
  await withTermsLocked(service, async () => {
    let answered = 0
    for (let i = 0; i < 300; i++) {
      const answer = service.request('GET', terms, { as })
      answer.then(() => answered++)
      answers.push(answer)
    }
    await eventually('those that may not wait are refused', () => answered === 92)
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

test('a person whose requests wait for the database leaves connections to others', async (service) => {
  const [busy, other] = [await service.person(), await service.person()]
  const waiting: Promise<Answer>[] = []
  await withTermsLocked(service, async (tx) => {
    for (let i = 0; i < 8; i++) waiting.push(service.request('GET', terms, { as: busy }))
    await eventually('the first wait for the database', async () => {
      const [row] = await tx`
        select count(*)::integer as n from pg_locks where not granted and relation = 'terms'::regclass`
      return (row?.n ?? 0) > 1
    })
    assert.is((await service.request('GET', '/api/v1/me', { as: other })).status, 200)
  })
  // Where the others have to wait, too, this takes until the first statement has waited for too long.
  for (const { status } of await Promise.all(waiting)) assert.is(status, 200)
})

test('requests of others do not wait behind those of one person', async (service) => {
  const [busy, other] = [await service.person(), await service.person()]
  let done = 0
  const flood = Array.from({ length: 200 }, () => service.request('GET', terms, { as: busy }).then(() => done++))
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
login.after(() => identity.close())
login.run()
