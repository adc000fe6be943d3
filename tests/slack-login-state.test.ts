import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { deriveSecrets } from '../lib/identity/login-state.ts'
import { withLoginTarget } from '../lib/identity/login-target.ts'
import { openContext } from '../lib/service.ts'
import { assertFailed, assertLoggedIn, auditTrail, begin, cookiesOf, requestCallback } from './support/logins.ts'
import { ada, openSlackIdentity } from './support/slack-identity.ts'
import { type Answer, glossary, secretKey, send, type TestService } from './support/test-service.ts'

const slack = await openSlackIdentity()
const test = glossary('state of a login', slack.env)
const minuteMs = 60_000

test.before.each(() => {
  slack.requests.length = 0
})

const startAttempt = async (service: TestService) => {
  const attempt = await begin(service)
  slack.expect(ada, attempt.nonce)
  return { ...attempt, parameters: { code: 'a-code', state: attempt.state } }
}

/** Makes a state and a cookie that do not match out of a pair that does. */
type Tampering = (state: string, cookie: string) => { state?: string; cookie: string }

const flip = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
type Tab = { state: string; nonce: string }

const signed = (key: string, nonce: string) => ({
  state: deriveSecrets(key, 'slack', nonce).state,
  cookie: `login_nonce=${nonce}`,
})

const tamperings: Record<string, Tampering> = {
  'no state': (_, cookie) => ({ cookie }),
  'an empty state': (_, cookie) => ({ state: '', cookie }),
  'no cookie': (state) => ({ state, cookie: '' }),
  'an empty cookie': (state) => ({ state, cookie: 'login_nonce=' }),
  'neither nonce nor cookie': () => ({ state: '.', cookie: 'login_nonce=' }),
  'a cookie of another name': (state, cookie) => ({ state, cookie: `other_${cookie}` }),
  'the cookie as state': (_, cookie) => ({ state: cookie.split('=')[1], cookie }),
  'the state as cookie': (state) => ({ state, cookie: `login_nonce=${state}` }),
  'a state without its signature': (state, cookie) => ({ state: state.split('.')[0], cookie }),
  'a signature alone': (state, cookie) => ({ state: `.${state.split('.')[1]}`, cookie }),
  'a signature cut short': (state, cookie) => ({ state: state.slice(0, -1), cookie }),
  'a signature made longer': (state, cookie) => ({ state: `${state}A`, cookie }),
  'a changed signature': (state, cookie) => ({ state: flip(state, state.length - 9), cookie }),
  'a changed nonce in the state': (state, cookie) => ({ state: flip(state, 9), cookie }),
  'a changed nonce in the cookie': (state, cookie) => ({ state, cookie: flip(cookie, 21) }),
  'a changed nonce in both': (state, cookie) => ({ state: flip(state, 9), cookie: flip(cookie, 21) }),
  'a state in capitals': (state, cookie) => ({ state: state.toUpperCase(), cookie }),
  'a signature of another key': (_, cookie) =>
    signed('another secret of 32 characters and more', cookie.split('=')[1] ?? ''),
  'a state of a login with another provider': (_, cookie) => ({
    state: deriveSecrets(secretKey, 'oidc', cookie.split('=')[1] ?? '').state,
    cookie,
  }),
  'a nonce without a time': () => signed(secretKey, 'nonce'),
  'a nonce of long ago': () => signed(secretKey, '1-nonce'),
}

for (const [name, tamper] of Object.entries(tamperings)) {
  test(`${name} is a state mismatch, and the provider gets no request`, async (service) => {
    const { state, cookie } = await startAttempt(service)
    const { cookie: sent, ...tampered } = tamper(state, cookie)
    const response = await requestCallback(service, { cookie: sent }, { code: 'a-code', ...tampered })
    assertFailed(response, 400, 'state_mismatch')
    assert.match(
      response.body.detail,
      /^State does not match the cookie \(cookie not sent, clock skew, or SERVICE_APP_URL not HTTPS in production\)\. /,
    )
    assert.equal(slack.requests, [])
    assert.equal(await auditTrail(service), [])
    assert.equal([...(await service.sql`select from spent_login_nonces`)], [])
  })
}

test('the state of another browser is rejected', async (service) => {
  const [victim, attacker] = [await startAttempt(service), await startAttempt(service)]
  assertFailed(await requestCallback(service, victim, attacker.parameters), 400, 'state_mismatch')
  assertLoggedIn(await requestCallback(service, attacker, attacker.parameters))
})

test('a login may take up to five minutes by our own clock', async (service) => {
  const begun = service.clock.now
  for (const [elapsedMs, isLoggedIn] of [
    [5 * minuteMs, true],
    [5 * minuteMs + 1000, false],
    [60 * minuteMs, false],
    [-6 * minuteMs, false],
  ] as const) {
    service.clock.now = begun
    const attempt = await startAttempt(service)
    service.clock.now = new Date(begun.getTime() + elapsedMs)
    const response = await requestCallback(service, attempt, attempt.parameters)
    if (isLoggedIn) assertLoggedIn(response)
    else assertFailed(response, 400, 'state_mismatch')
  }
})

test('of concurrent callbacks with the same state, one succeeds', async (service) => {
  const attempt = await startAttempt(service)
  await service.sql`
    insert into spent_login_nonces (nonce_hash, spent_at)
    select sha256(n::text::bytea), now() - interval '2 hours' from generate_series(1, 50) as n`
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => requestCallback(service, attempt, attempt.parameters)),
  )
  const statuses = responses.map(({ status }) => status).sort()
  assert.equal(statuses, [303, ...Array.from({ length: 7 }, () => 400)])
  assert.is(slack.requests.length, 2)
})

test('a state that one process has used is rejected by all processes, even after a failed login', async (service) => {
  const { ctx, databaseUrl, app } = service
  const other = openContext(databaseUrl, ctx.settings, ctx.log, { Response })
  const elsewhere = createGlossary(other.context)
  const attempt = await startAttempt(service)
  slack.replies.token = { body: { ok: false, error: 'invalid_code' } }
  assertFailed(await requestCallback(service, attempt, attempt.parameters), 400, 'invalid_code')
  slack.expect(ada, attempt.nonce)
  const there = { request: (method: string, path: string, options?: object) => send(elsewhere, method, path, options) }
  assertFailed(await requestCallback(there, attempt, attempt.parameters), 400, 'state_mismatch')
  const next = await begin({ request: (...request) => send(app, ...request) })
  slack.expect(ada, next.nonce)
  assertLoggedIn(await requestCallback(there, next, { code: 'a-code', state: next.state }))
  await other.close(Promise.resolve())
})

test('logins in two tabs go on beside each other, each to its own page', async (service) => {
  const cookies = new Map<string, string>()
  const keep = (response: Answer) => {
    for (const [name, [value = '']] of Object.entries(cookiesOf(response))) cookies.set(name, value)
    return response
  }
  const send = (path: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return service.request('GET', path, { headers: cookie ? { cookie } : {} })
  }
  const open = async (next: string) => {
    const response = keep(await send(withLoginTarget('/auth/slack/login', next)))
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    const parameter = (name: string) => searchParams.get(name) ?? ''
    return { state: parameter('state'), nonce: parameter('nonce') }
  }
  const finish = async ({ state, nonce }: { state: string; nonce: string }) => {
    slack.expect(ada, nonce)
    return keep(await send(`/auth/slack/callback?${new URLSearchParams({ code: 'x', state })}`))
  }
  const tabs = [await open('/mine?a=1&b=2'), await open('/'), await open(`/t/${'é'.repeat(200)}`)]
  assert.is((await send('/auth/slack/callback?error=x')).status, 400)
  const [first, second, third] = tabs as [Tab, Tab, Tab]
  const landed = async (tab: Tab) => (await finish(tab)).headers.get('location')
  assert.is(await landed(second), '/')
  assert.is((await finish(second)).status, 400)
  assert.is(await landed(first), '/mine?a=1&b=2')
  assert.is(await landed(third), `/t/${encodeURIComponent('é'.repeat(200))}`)
  assert.is(cookies.get('login_nonce'), '')
})

test('the cookies of a login stay small, however many tabs begin one', async (service) => {
  let cookie = ''
  for (let tabs = 0; tabs < 20; tabs++) {
    const next = `/t/${'a'.repeat(1900)}${tabs}`
    const path = withLoginTarget('/auth/slack/login', next)
    const response = await service.request('GET', path, { headers: cookie ? { cookie } : {} })
    const sent = response.headers.getSetCookie()
    for (const line of sent) assert.ok(line.length < 4096, `${line.length}`)
    cookie = sent.map((line) => line.split(';')[0]).join('; ')
    assert.match(cookie, `${'a'.repeat(1900)}${tabs}`)
  }
})

test('hashes of used nonces are stored for an hour', async (service) => {
  const attempt = await startAttempt(service)
  assertLoggedIn(await requestCallback(service, attempt, attempt.parameters))
  const storedHashes = () => service.sql`select encode(nonce_hash, 'hex') as hash from spent_login_nonces`
  const [first] = await storedHashes()
  const nonce = attempt.cookie.split('=')[1] ?? ''
  const [hash] = await service.sql`select encode(sha256(${nonce}::text::bytea), 'hex') as hash`
  assert.equal({ ...first }, { ...hash })
  await service.sql`update spent_login_nonces set spent_at = now() - interval '61 minutes'`
  const next = await startAttempt(service)
  assertLoggedIn(await requestCallback(service, next, next.parameters))
  const [second, ...more] = await storedHashes()
  assert.is.not(second?.hash, first?.hash)
  assert.equal(more, [])
})

test('an error code of the provider is reported, and audited if the state is valid', async (service) => {
  const { state, cookie } = await startAttempt(service)
  const error = 'temporarily_unavailable'
  assertFailed(await requestCallback(service, { cookie: '' }, { error }), 400, error)
  assertFailed(await requestCallback(service, { cookie }, { error, state: `${state}A` }), 400, error)
  assert.equal(await auditTrail(service), [])
  assertFailed(await requestCallback(service, { cookie }, { error, state }), 400, error)
  const [event] = await auditTrail(service)
  assert.equal(event?.payload, { method: 'slack', client: '127.0.0.1', reason: error })
  assertFailed(await requestCallback(service, { cookie }, { code: 'x', state }), 400, 'state_mismatch')
})

const codes: Record<string, string> = {
  access_denied: 'access_denied',
  redirect_uri_mismatch: 'redirect_uri_mismatch',
  bad_redirect_uri: 'redirect_uri_mismatch',
  invalid_client: 'invalid_client',
  invalid_client_id: 'invalid_client',
  bad_client_secret: 'invalid_client',
  '': 'login_failed',
  'Two words': 'login_failed',
  '<script>alert(1)</script>': 'login_failed',
  ['x'.repeat(65)]: 'login_failed',
  línea: 'login_failed',
  __proto__x: '__proto__x',
  constructor: 'constructor',
}

test('only well-formed error codes of a provider are passed on', async (service) => {
  for (const [error, code] of Object.entries(codes)) {
    const response = await requestCallback(service, { cookie: '' }, { error })
    assertFailed(response, 400, code)
    assert.not.match(response.text, /script|Two words|xxxxx/)
  }
})

test('a callback with neither code nor error is a failed login', async (service) => {
  for (const code of [{}, { code: '' }] as Record<string, string>[]) {
    const { state, cookie } = await startAttempt(service)
    assertFailed(await requestCallback(service, { cookie }, { state, ...code }), 400, 'login_failed')
    assert.equal(slack.requests, [])
  }
})

test('at most a hundred failures an hour are audited', async (service) => {
  await service.sql`
    insert into audit_events (action, payload, created_at)
    select 'auth.login_failed', '{}', now() - interval '61 minutes' from generate_series(1, 200)`
  await service.sql`
    insert into audit_events (action, payload)
    select 'auth.login_failed', '{}' from generate_series(1, 98)`
  for (const expected of [99, 100, 100]) {
    const { state, cookie } = await startAttempt(service)
    await requestCallback(service, { cookie }, { state, error: 'access_denied' })
    const [latest] = await service.sql`
      select count(*)::int as total from audit_events
      where created_at > now() - interval '1 hour'`
    assert.is(latest?.total, expected)
  }
})

test.after(() => slack.close())
test.run()
