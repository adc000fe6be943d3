import * as assert from 'uvu/assert'
import { acceptCallback, completeLogin } from '../lib/identity/provider-login.ts'
import type { Problem } from '../lib/problem.ts'
import { type Attempt, assertFailed, assertLoggedIn, begin, requestCallback } from './support/logins.ts'
import {
  accessToken,
  ada,
  clientId,
  clientSecret,
  idToken,
  openSlackIdentity,
  type Reply,
  tokens,
} from './support/slack-identity.ts'
import { glossary, type TestService } from './support/test-service.ts'

// The requests to a provider, and how a login fails if the response is invalid or missing.
const unreachable = 'idp_unreachable'
const slack = await openSlackIdentity()
const test = glossary('requests to Slack', slack.env)

test.before.each(() => {
  slack.requests.length = 0
})

/** Logs in with some responses of Slack changed. */
async function logInWith(service: TestService, change: (attempt: Attempt) => Partial<typeof slack.replies>) {
  const attempt = await begin(service)
  slack.expect(ada, attempt.nonce)
  Object.assign(slack.replies, change(attempt))
  return requestCallback(service, attempt, { code: 'the code', state: attempt.state })
}

test('Slack gets the requests that its API requires', async (service) => {
  assertLoggedIn(await logInWith(service, () => ({})))
  const [token, userInfo, ...more] = slack.requests
  assert.equal(more, [])
  assert.equal([token?.method, token?.path], ['POST', '/api/openid.connect.token'])
  assert.match(String(token?.headers['content-type']), /^application\/x-www-form-urlencoded\b/)
  assert.equal(Object.fromEntries(new URLSearchParams(token?.body)), {
    grant_type: 'authorization_code',
    code: 'the code',
    redirect_uri: 'http://localhost:8000/auth/slack/callback',
    client_id: clientId,
    client_secret: clientSecret,
  })
  assert.equal([userInfo?.method, userInfo?.path], ['GET', '/api/openid.connect.userInfo'])
  assert.is(userInfo?.headers.authorization, `Bearer ${accessToken}`)
})

test('the query of the authorize URL is kept', async (service) => {
  const { location } = await begin(service)
  assert.is(location.searchParams.get('team'), 'T0TEAM')
  assert.is(location.searchParams.get('client_id'), clientId)
})

test('an error response to either request fails the login', async (service) => {
  const denied = (error: string): Reply => ({ body: { ok: false, error } })
  for (const [step, error, code] of [
    ['token', 'code_already_used', 'code_already_used'],
    ['token', 'bad_client_secret', 'invalid_client'],
    ['token', 'bad_redirect_uri', 'redirect_uri_mismatch'],
    ['userInfo', 'missing_scope', 'missing_scope'],
  ] as const) {
    const response = await logInWith(service, () => ({ [step]: denied(error) }))
    assertFailed(response, 400, code)
    assert.ok(response.body.detail.length > 20)
  }
  assert.equal([...(await service.sql`select from users`)], [])
})

const errorResponses: [status: number, body: unknown, code: string, answer?: number][] = [
  [200, { ok: false, error: 'invalid_code' }, 'invalid_code'],
  [200, { ok: false, error: 'invalid_client_id' }, 'invalid_client'],
  [200, { ok: false, error: 'Not a code!' }, 'login_failed'],
  [200, { ok: false, error: { code: 7 } }, 'login_failed'],
  [200, { ok: false }, 'login_failed'],
  [200, { error: 'invalid_grant' }, 'invalid_grant'],
  [400, { error: 'invalid_grant', error_description: 'Expired.' }, 'invalid_grant'],
  [401, { error: 'invalid_client' }, 'invalid_client'],
  [429, { ok: false, error: 'ratelimited' }, 'ratelimited'],
  [403, {}, 'login_failed'],
  [503, { ok: true, access_token: 'x', token_type: 'Bearer', sub: 'U0ADA' }, unreachable, 502],
  [404, '<html>Not found</html>', unreachable, 502],
  [200, '{"ok": true', unreachable, 502],
  [200, 'null', unreachable, 502],
  [200, '"ok"', unreachable, 502],
  [200, '[]', unreachable, 502],
  [200, {}, unreachable, 502],
]

for (const step of ['token', 'userInfo'] as const) {
  test(`every kind of error response to the ${step} request fails the login`, async (service) => {
    for (const [status, body, code, answer = 400] of errorResponses) {
      assertFailed(await logInWith(service, () => ({ [step]: { status, body } })), answer, code)
    }
  })
}

test('tokens and IDs that cannot be used result in 502', async (service) => {
  const wrongTokens = ['', 7, null, 'two words', 'line\r\nbreak', 'ümlaut']
  for (const access_token of wrongTokens) {
    const token = { body: { ...tokens(), access_token } }
    assertFailed(await logInWith(service, () => ({ token })), 502, unreachable)
  }
  const mac = { body: { ...tokens(), token_type: 'mac' } }
  assertFailed(await logInWith(service, () => ({ token: mac })), 502, unreachable)
  const wrongClaims: object[] = [
    ...['', 7, null, undefined, 'x'.repeat(101), 'U\0', '\0', '\ud800'].map((sub) => ({ sub })),
    ...['', 7, 'U\0ADA'].map((id) => ({ 'https://slack.com/user_id': id })),
    { email: 'ada\0@example.com' },
  ]
  for (const claims of wrongClaims) {
    const replies = () => ({ token: { body: tokens() }, userInfo: { body: { ...ada, ...claims } } })
    assertFailed(await logInWith(service, replies), 502, unreachable)
  }
  assert.equal([...(await service.sql`select from users`)], [])
})

test('the causes have an exact wording', async (service) => {
  const causes = {
    bad_redirect_uri:
      'Redirect URL configured at the identity provider differs from SERVICE_APP_URL/auth/slack/callback',
    invalid_client_id: 'Wrong client ID or client secret',
  }
  for (const [error, cause] of Object.entries(causes)) {
    const { body } = await logInWith(service, () => ({ token: { body: { ok: false, error } } }))
    assert.is(body.detail.split('. ')[0], cause)
  }
})

test('an id_token that belongs to something else fails the login', async (service) => {
  const others = ['https://evil.example', 'https://slack.com.evil.example', 'https://slack.com/', 'slack.com', '', 5]
  for (const claims of [
    ...[{ nonce: 'x' }, { aud: 'x' }, { sub: 'U0BOB' }, { exp: 1 }, ...others.map((iss) => ({ iss }))],
    ...[{ aud: [clientId, 'x'] }, { aud: ['x', clientId], azp: 'x' }, { azp: 'x' }, { aud: [clientId], azp: '' }],
  ]) {
    const response = await logInWith(service, ({ nonce }) => ({
      token: { body: tokens(idToken({ sub: 'U0ADA', nonce, ...claims })) },
    }))
    assertFailed(response, 400, 'invalid_id_token')
  }
  const origin = new URL(service.ctx.settings.idpTokenUrl).origin
  for (const claims of [
    ...[{ iss: origin }, { iss: `${origin}/realms/x` }, { aud: [clientId] }],
    ...[{ azp: clientId }, { aud: ['x', clientId], azp: clientId }],
  ]) {
    const body = ({ nonce }: { nonce: string }) => tokens(idToken({ sub: 'U0ADA', nonce, ...claims }))
    assertLoggedIn(await logInWith(service, (attempt) => ({ token: { body: body(attempt) } })))
  }
  const without = await logInWith(service, () => ({ token: { body: tokens() } }))
  assertLoggedIn(without)
})

const redirect = { status: 307, headers: { location: '/api/openid.connect.userInfo' } }
const invalidResponses: Record<string, Reply> = {
  'a page': { headers: { 'content-type': 'text/html' }, body: '<h1>Maintenance</h1>' },
  'an empty response': { body: '' },
  'a server error': { status: 500, body: { ok: false, error: 'fatal_error' } },
  'a response that is too large': { body: { ...ada, ...tokens(), junk: 'x'.repeat(1 << 20) } },
  'a redirect': redirect,
}

for (const [what, reply] of Object.entries(invalidResponses)) {
  test(`${what} results in 502`, async (service) => {
    for (const step of ['token', 'userInfo'] as const) {
      assertFailed(await logInWith(service, () => ({ [step]: reply })), 502, unreachable)
    }
    assert.is(slack.requests.length, 3)
  })
}

test('a response that does not arrive in time results in 502', async (service) => {
  const { ctx } = service
  for (const step of ['token', 'userInfo'] as const) {
    const { cookie, state, nonce } = await begin(service)
    slack.expect(ada, nonce)
    slack.replies[step] = { ...slack.replies[step], hangs: true }
    const begun = cookie.split('=')[1] ?? ''
    const callback = { nonce: begun, state, code: 'x' }
    try {
      const secrets = await acceptCallback(ctx, 'slack', callback)
      const attempt = { method: 'slack', client: null } as const
      await completeLogin(ctx, callback, secrets, attempt, AbortSignal.timeout(100))
      assert.unreachable()
    } catch (error) {
      assert.is((error as Problem).code, unreachable)
      assert.is(((error as Problem).cause as Error).name, 'TimeoutError')
    }
  }
})

const gone = await openSlackIdentity()
await gone.close()
const unavailable = glossary('an unavailable identity provider', gone.env)

unavailable('an unavailable provider results in 502, an audit event and a log line', async (service) => {
  const attempt = await begin(service)
  const response = await requestCallback(service, attempt, { code: 'x', state: attempt.state })
  assertFailed(response, 502, unreachable)
  const [event] = await service.sql`select payload ->> 'reason' as reason from audit_events`
  assert.is(event?.reason, unreachable)
  const logged = service.logs.map((line) => JSON.parse(line)).find(({ level }) => level === 'error')
  assert.match(JSON.stringify(logged), /ECONNREFUSED/)
})

unavailable.after(() => slack.close())
test.run()
unavailable.run()
