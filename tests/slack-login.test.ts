import * as assert from 'uvu/assert'
import {
  type Attempt,
  assertFailed,
  assertLoggedIn,
  auditTrail,
  begin,
  cookiesOf,
  nonceAttributes,
  requestCallback,
} from './support/logins.ts'
import { clientId, openProvider, redirectUri, type Visit } from './support/openid-provider.ts'
import { glossary, type TestService } from './support/test-service.ts'

// Logins through a real OpenID Connect provider.
const provider = await openProvider({
  'ada-1': { email: 'Ada@Example.com', email_verified: true, name: 'Ada Example' },
  U0BOB: { 'https://slack.com/user_id': 'U0BOB', email: 'bob@example.com', email_verified: true, name: 'Bob Example' },
})
const suite = (name: string, env: Record<string, string> = {}) =>
  glossary(`login, ${name}`, { ...provider.env, ...env })

const test = suite('OpenID Connect')
const wrongSecret = suite('wrong client secret', { SERVICE_SLACK_CLIENT_SECRET: 'wrong' })
const wrongId = suite('wrong client ID', { SERVICE_SLACK_CLIENT_ID: 'wrong' })
const wrongUrl = suite('wrong redirect URL', { SERVICE_APP_URL: 'http://localhost:9000' })
const secure = suite('https', { SERVICE_APP_URL: 'https://glossary.example.com' })
const dev = suite('development mode', { SERVICE_DEV_MODE: 'true' })
const unset = glossary('login that is not set up')
const half = glossary('login with an incomplete setup', { SERVICE_SLACK_CLIENT_ID: clientId })

/** Logs in at the provider and follows its redirect to the callback. */
async function visit(service: TestService, attempt: Attempt, doing: Visit) {
  const { callback } = await provider.visit(attempt.location.href, doing)
  const parameters = Object.fromEntries(callback?.searchParams ?? [])
  return { parameters, answer: await requestCallback(service, attempt, parameters) }
}

test('the first login creates a viewer and redirects to the home page', async (service) => {
  const { answer } = await visit(service, await begin(service), { as: 'U0BOB' })
  const session = assertLoggedIn(answer)
  const me = await service.request('GET', '/api/v1/me', { headers: { cookie: `user_id=${session}` } })
  const { id, created_at, last_login_at, ...user } = me.body
  assert.equal(user, {
    email: 'bob@example.com',
    display_name: 'Bob Example',
    messaging_user_id: 'U0BOB',
    role: 'viewer',
    is_active: true,
  })
  assert.ok(Date.parse(last_login_at) >= Date.parse(created_at))
  const both = { actor: 'bob@example.com', target: 'bob@example.com' }
  assert.equal(await auditTrail(service), [
    { action: 'user.created', ...both, payload: { email: 'bob@example.com', role: 'viewer' } },
    { action: 'auth.login', ...both, payload: { method: 'slack', client: '127.0.0.1' } },
  ])
})

test('a user without a Slack ID is found by `sub` at the second login', async (service) => {
  for (let i = 0; i < 2; i++) {
    assertLoggedIn((await visit(service, await begin(service), { as: 'ada-1' })).answer)
  }
  const users = await service.sql`select email, messaging_user_id from users`
  assert.equal([...users], [{ email: 'Ada@Example.com', messaging_user_id: 'ada-1' }])
})

test('the redirect to the provider has all required parameters', async (service) => {
  const { location, state, nonce } = await begin(service)
  assert.is(location.origin + location.pathname, service.ctx.settings.idpAuthorizeUrl)
  assert.equal(Object.fromEntries(location.searchParams), {
    response_type: 'code',
    client_id: clientId,
    scope: 'openid email profile',
    redirect_uri: redirectUri,
    state,
    nonce,
  })
  assert.match(state, /^[\w-]{43,}\.[\w-]{43}$/)
  assert.match(nonce, /^[\w-]{43}$/)
})

test('the nonce cookie lasts five minutes, for the login paths only; the session cookie lasts a day', async (service) => {
  const begun = await service.request('GET', '/auth/slack/login')
  const [nonce = '', ...attributes] = cookiesOf(begun).login_nonce ?? []
  assert.equal(attributes, nonceAttributes(300))
  const attempt = await begin(service)
  assert.is(attempt.cookie, `login_nonce=${attempt.state.split('.')[0]}`)
  assert.is.not(attempt.cookie, `login_nonce=${nonce}`)
  const { answer } = await visit(service, attempt, { as: 'U0BOB' })
  const { user_id: [, ...session] = [], login_nonce } = cookiesOf(answer)
  assert.equal(login_nonce, ['', ...nonceAttributes(0)])
  assert.equal(session, ['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax', 'Secure'])
})

test('after login, the browser lands on the page that it asked for', async (service) => {
  const { id } = await service.term(await service.person(), { name: 'SLA' })
  const path = `/terms/${id}`
  const refused = await service.request('GET', path)
  assert.equal([refused.status, refused.headers.get('location')], [303, `/login?next=${encodeURIComponent(path)}`])
  const attempt = await begin(service, path)
  const { answer } = await visit(service, attempt, { as: 'U0BOB' })
  assert.equal([answer.status, answer.headers.get('location')], [303, path])
  assert.equal(cookiesOf(answer).login_target?.[0], '')
  const cookie = `user_id=${cookiesOf(answer).user_id?.[0]}`
  assert.is((await service.request('GET', path, { headers: { cookie } })).status, 200)
})

test('a target on another site is ignored, also in the cookie', async (service) => {
  const begun = await service.request('GET', '/auth/slack/login?next=//evil.example')
  assert.equal(Object.keys(cookiesOf(begun)), ['login_nonce'])
  const attempt = await begin(service)
  const cookie = `${attempt.cookie}; login_target=%2F%2Fevil.example`
  const { answer } = await visit(service, { ...attempt, cookie }, { as: 'U0BOB' })
  assertLoggedIn(answer)
})

test('a login without a target forgets an earlier one', async (service) => {
  const headers = { cookie: 'login_target=%2Fterms%2F1' }
  const begun = await service.request('GET', '/auth/slack/login', { headers })
  assert.is(cookiesOf(begun).login_target?.[0], '')
})

dev('in development mode cookies travel over http', async (service) => {
  const attempt = await begin(service)
  const begun = await service.request('GET', '/auth/slack/login')
  assert.not.match(begun.headers.get('set-cookie') ?? '', /Secure/)
  const { answer } = await visit(service, attempt, { as: 'U0BOB' })
  assert.is(answer.headers.getSetCookie().length, 2)
  assert.not.match(answer.headers.getSetCookie().join(), /Secure/)
})

secure('behind HTTPS, the provider redirects to the public URL', async (service) => {
  const { location } = await begin(service)
  const back = 'https://glossary.example.com/auth/slack/callback'
  assert.is(location.searchParams.get('redirect_uri'), back)
})

test('HEAD gets the same response as GET, without a body', async ({ request }) => {
  const { status, headers, text } = await request('HEAD', '/auth/slack/login')
  assert.equal([status, text], [303, ''])
  assert.match(headers.get('location') ?? '', /^http:.*state=/)
  const callback = await request('HEAD', '/auth/slack/callback')
  assert.equal([callback.status, callback.text], [400, ''])
})

test('a user who declines gets an error that says so', async (service) => {
  const { parameters, answer } = await visit(service, await begin(service), { as: 'U0BOB', declines: true })
  assert.is(parameters.error, 'access_denied')
  assertFailed(answer, 400, 'access_denied')
  assert.match(answer.body.detail, /declined/)
  assert.equal(await auditTrail(service), [
    {
      action: 'auth.login_failed',
      actor: null,
      target: null,
      payload: { method: 'slack', client: '127.0.0.1', reason: 'access_denied' },
    },
  ])
})

test('a code works once', async (service) => {
  const { parameters, answer } = await visit(service, await begin(service), { as: 'U0BOB' })
  assertLoggedIn(answer)
  const next = await begin(service)
  const replayed = { code: parameters.code ?? '', state: next.state }
  assertFailed(await requestCallback(service, next, replayed), 400, 'invalid_grant')
})

wrongSecret('the error names a wrong client secret as the likely cause', async (service) => {
  const { answer } = await visit(service, await begin(service), { as: 'U0BOB' })
  assertFailed(answer, 400, 'invalid_client')
  assert.match(answer.body.detail, /^Wrong client ID or client secret\. .*SERVICE_SLACK_CLIENT_ID/)
})

for (const [mistake, name] of [
  [wrongId, 'client ID'],
  [wrongUrl, 'redirect URL'],
] as const) {
  mistake(`the provider reports a wrong ${name} itself and does not redirect`, async (service) => {
    const { location } = await begin(service)
    assert.equal(await provider.visit(location.href, { as: 'U0BOB' }), { status: 400, callback: null })
  })
}

const missing: [typeof unset, string][] = [
  [unset, 'SERVICE_SLACK_CLIENT_ID and SERVICE_SLACK_CLIENT_SECRET'],
  [half, 'SERVICE_SLACK_CLIENT_SECRET'],
]
for (const [incomplete, names] of missing) {
  incomplete('the error names the missing settings', async ({ request }) => {
    for (const path of ['/auth/slack/login', '/auth/slack/callback?code=x&state=y']) {
      const { status, body } = await request('GET', path)
      assert.equal([status, body.code], [404, 'slack_login_off'])
      assert.match(body.detail, new RegExp(`must set ${names}\\.$`))
    }
  })
}

half.after(() => provider.close())

for (const each of [test, wrongSecret, wrongId, wrongUrl, secure, dev, unset, half]) each.run()
