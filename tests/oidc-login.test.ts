import * as assert from 'uvu/assert'
import { proving, untrusted } from './support/email-verified.ts'
import {
  assertFailed,
  assertLoggedIn,
  auditTrail,
  begin,
  cookiesOf,
  nonceAttributes,
  requestCallback,
} from './support/logins.ts'
import { clientId, oidcRedirectUri, openProvider, type Visit } from './support/openid-provider.ts'
import { openSlackIdentity } from './support/slack-identity.ts'
import { glossary, type TestService } from './support/test-service.ts'

// Logins through a real OpenID Connect provider, by its issuer.
const ada = { email: 'ada@example.com', email_verified: true, name: 'Ada Example' }
const accounts: Record<string, Record<string, unknown>> = {}
const provider = await openProvider(accounts)
const slack = await openSlackIdentity()
const suite = (name: string, env: Record<string, string> = {}) =>
  glossary(`login with an OpenID provider, ${name}`, { ...provider.oidcEnv, ...env })

const test = suite('accounts', { SERVICE_ADMIN_EMAILS: 'boss@example.com' })
const domains = suite('allowed domains', { SERVICE_OIDC_ALLOWED_DOMAINS: 'example.com, Example.org' })
const wrongSecret = suite('wrong client secret', { SERVICE_OIDC_CLIENT_SECRET: 'wrong' })
const beside = suite('beside Slack', { ...slack.env, SERVICE_OIDC_NAME: 'Example <SSO>' })
const unset = glossary('login with an OpenID provider that is not set up')
const half = glossary('login with an OpenID provider without a secret', {
  SERVICE_OIDC_ISSUER: 'https://idp.example.com',
  SERVICE_OIDC_CLIENT_ID: clientId,
})
const suites = [test, domains, wrongSecret, beside, unset, half]

for (const each of suites) {
  each.before.each(() => {
    for (const sub of Object.keys(accounts)) delete accounts[sub]
    accounts.ada = ada
  })
}

/** Logs in at the provider and follows its redirect to the callback. */
async function logIn(service: TestService, visit: Visit = { as: 'ada' }) {
  const attempt = await begin(service, '/', 'oidc')
  const { callback } = await provider.visit(attempt.location.href, visit)
  const parameters = Object.fromEntries(callback?.searchParams ?? [])
  return requestCallback(service, attempt, parameters)
}

const users = async ({ sql }: TestService) =>
  (await sql`select email, display_name as name, role from users order by email`).map((row) => ({ ...row }))
const adaRow = { email: 'ada@example.com', name: 'Ada Example', role: 'viewer' }

const failure = (reason: string, target: string | null = null) => ({
  action: 'auth.login_failed',
  actor: null,
  target,
  payload: { method: 'oidc', client: '127.0.0.1', reason },
})

test('the first login creates a viewer, whom the second one finds', async (service) => {
  assertLoggedIn(await logIn(service))
  accounts.ada = { ...ada, email: 'new@example.com', name: 'Ada Lovelace' }
  const session = assertLoggedIn(await logIn(service))
  const headers = { cookie: `user_id=${session}` }
  assert.is((await service.request('GET', '/api/v1/me', { headers })).body.role, 'viewer')
  assert.equal(await users(service), [{ ...adaRow, name: 'Ada Lovelace' }])
  const login = {
    action: 'auth.login',
    actor: ada.email,
    target: ada.email,
    payload: { method: 'oidc', client: '127.0.0.1' },
  }
  const [created, ...logins] = await auditTrail(service)
  assert.is(created?.action, 'user.created')
  assert.equal(logins, [login, login])
  const [identity] = await service.sql`select issuer, subject from identities`
  assert.equal({ ...identity }, { issuer: provider.oidcEnv.SERVICE_OIDC_ISSUER, subject: 'ada' })
})

test('the redirect to the provider has state, nonce and a code challenge', async (service) => {
  const { location, state, nonce, cookie } = await begin(service, '/', 'oidc')
  const { code_challenge, ...parameters } = Object.fromEntries(location.searchParams)
  assert.equal(parameters, {
    response_type: 'code',
    client_id: clientId,
    scope: 'openid email profile',
    redirect_uri: oidcRedirectUri,
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  for (const secret of [nonce, code_challenge]) assert.match(secret ?? '', /^[\w-]{43}$/)
  assert.is(cookie, `login_nonce=${state.split('.')[0]}`)
  const begun = await service.request('GET', '/auth/oidc/login')
  assert.equal(cookiesOf(begun).login_nonce?.slice(1), nonceAttributes(300))
})

test('a code of another login is refused: it has another code challenge', async (service) => {
  const [mine, other] = [await begin(service, '/', 'oidc'), await begin(service, '/', 'oidc')]
  const { callback } = await provider.visit(other.location.href, { as: 'ada' })
  const stolen = { ...Object.fromEntries(callback?.searchParams ?? []), state: mine.state }
  assertFailed(await requestCallback(service, mine, stolen), 400, 'invalid_grant')
  assert.equal(await users(service), [])
})

test('a state works once, in the browser that began, and not for another provider', async (service) => {
  const attempt = await begin(service, '/', 'oidc')
  const { callback } = await provider.visit(attempt.location.href, { as: 'ada' })
  const parameters = Object.fromEntries(callback?.searchParams ?? [])
  const refused = async (cookie: string, change: Record<string, string>) =>
    assertFailed(
      await requestCallback(service, { ...attempt, cookie }, { ...parameters, ...change }),
      400,
      'state_mismatch',
    )
  await refused('', {})
  await refused(attempt.cookie, { state: `${attempt.state}A` })
  assertLoggedIn(await requestCallback(service, attempt, parameters))
  await refused(attempt.cookie, {})
  const next = await begin(service, '/', 'oidc')
  await refused(next.cookie, { state: next.state, iss: 'https://evil.example' })
  const { iss, ...anonymous } = parameters
  const last = await begin(service, '/', 'oidc')
  const answer = await requestCallback(service, last, { ...anonymous, state: last.state })
  assertFailed(answer, 400, 'state_mismatch')
})

test('an email address links an account, but only one of each provider', async (service) => {
  await service.person('editor', 'ADA@example.com')
  assertLoggedIn(await logIn(service))
  assert.equal(await users(service), [{ ...adaRow, email: 'ADA@example.com', role: 'editor' }])
  accounts.eve = ada
  assertFailed(await logIn(service, { as: 'eve' }), 400, 'account_conflict')
  assert.equal((await auditTrail(service)).at(-1), failure('account_conflict', 'ADA@example.com'))
})

for (const email_verified of [...untrusted, undefined]) {
  const says = JSON.stringify(email_verified)
  test(`an email address with email_verified ${says} neither links nor creates an account`, async (service) => {
    accounts.ada = { ...ada, email_verified }
    assertFailed(await logIn(service), 403, 'email_unverified')
    await service.person('admin', ada.email)
    assertFailed(await logIn(service), 403, 'email_unverified')
    assert.equal(await auditTrail(service), [failure('email_unverified'), failure('email_unverified')])
    assert.equal([...(await service.sql`select from identities`)], [])
  })
}

test('an email address that is proved links an account', async (service) => {
  for (const [i, email_verified] of proving.entries()) {
    const { id, email } = await service.person('editor')
    accounts[`one-${i}`] = { email, email_verified }
    assertLoggedIn(await logIn(service, { as: `one-${i}` }))
    const [link] = await service.sql`select user_id from identities where subject = ${`one-${i}`}`
    assert.is(link?.user_id, id)
  }
})

test('what identifies a person but cannot be stored results in 502', async (service) => {
  const subjects = ['a\0b', '\0', 'line\nbreak', 'x'.repeat(1001)]
  for (const as of subjects) {
    accounts[as] = { ...ada }
    assertFailed(await logIn(service, { as }), 502, 'idp_unreachable')
  }
  accounts.ada = { ...ada, email: 'ada\0@example.com' }
  assertFailed(await logIn(service), 502, 'idp_unreachable')
  assert.equal(await users(service), [])
  accounts.ada = { ...ada, name: 'Ada\0', groups: ['\0'] }
  assertLoggedIn(await logIn(service))
})

test('a person whom the provider knows already needs no verified email address', async (service) => {
  assertLoggedIn(await logIn(service))
  for (const claims of [{ email_verified: false }, { email: undefined }]) {
    accounts.ada = { ...ada, ...claims }
    assertLoggedIn(await logIn(service))
  }
  accounts.bob = { name: 'Bob' }
  assertFailed(await logIn(service, { as: 'bob' }), 400, 'email_missing')
})

domains('an address of an allowed domain counts unless it is said to be unverified', async (service) => {
  for (const [email, email_verified, expected] of [
    ['a@example.com', undefined, 303],
    ['b@EXAMPLE.org', true, 303],
    ['c@example.com', false, 'email_unverified'],
    ['d@example.net', true, 'domain_not_allowed'],
    ['e@sub.example.com', true, 'domain_not_allowed'],
    ['f@example.com.evil.net', undefined, 'domain_not_allowed'],
    ...untrusted.map((claim, i) => [`g${i}@example.com`, claim, 'email_unverified'] as const),
  ] as const) {
    accounts.ada = { email, email_verified }
    accounts[email] = accounts.ada
    const answer = await logIn(service, { as: email })
    if (expected === 303) assertLoggedIn(answer)
    else assertFailed(answer, 403, expected)
  }
  assert.equal(
    (await users(service)).map(({ email }) => email),
    ['a@example.com', 'b@EXAMPLE.org'],
  )
})

domains('a person who moved to another domain is let in no more', async (service) => {
  assertLoggedIn(await logIn(service))
  accounts.ada = { ...ada, email: 'ada@example.net' }
  assertFailed(await logIn(service), 403, 'domain_not_allowed')
  assert.equal((await auditTrail(service)).at(-1), failure('domain_not_allowed', ada.email))
})

test('SERVICE_ADMIN_EMAILS makes an admin of a verified address alone', async (service) => {
  accounts.ada = { ...ada, email: 'Boss@example.com' }
  assertLoggedIn(await logIn(service))
  assert.is((await users(service))[0]?.role, 'admin')
})

test('a deactivated person gets 401, whether known or found by the address', async (service) => {
  const { id } = await service.person('viewer', ada.email)
  await service.sql`update users set is_active = false where id = ${id}`
  assertFailed(await logIn(service), 401, 'inactive_user')
  assert.equal([...(await service.sql`select from identities`)], [])
})

test('a person who declines gets an error that says so', async (service) => {
  const answer = await logIn(service, { as: 'ada', declines: true })
  assertFailed(answer, 400, 'access_denied')
  assert.equal(await auditTrail(service), [failure('access_denied')])
})

wrongSecret('the error names a wrong client secret and its setting', async (service) => {
  const answer = await logIn(service)
  assertFailed(answer, 400, 'invalid_client')
  assert.match(answer.body.detail, /^Wrong client ID or client secret\. .*SERVICE_OIDC_CLIENT_ID/)
})

beside('the login page shows each provider by its name', async (service) => {
  const { text } = await service.request('GET', '/login?next=/mine')
  assert.match(text, /href="\/auth\/oidc\/login\?next=%2Fmine"[^>]*>Sign in with Example &lt;SSO>/)
  assert.match(text, /href="\/auth\/slack\/login\?next=%2Fmine"[^>]*>Sign in with /)
})

test('without Slack, only the provider is there', async (service) => {
  const { text } = await service.request('GET', '/login')
  assert.match(text, /Sign in with your company account/)
  assert.not.match(text, /Slack/)
})

beside('logins at both providers go on beside each other', async (service) => {
  const oidc = await begin(service, '/mine', 'oidc')
  const headers = { cookie: oidc.cookie }
  const second = await service.request('GET', '/auth/slack/login', { headers })
  const cookies = second.headers.getSetCookie().map((line) => line.split(';')[0])
  const { callback } = await provider.visit(oidc.location.href, { as: 'ada' })
  const parameters = Object.fromEntries(callback?.searchParams ?? [])
  const both = { ...oidc, cookie: cookies.join('; ') }
  const answer = await requestCallback(service, both, parameters)
  assert.equal([answer.status, answer.headers.get('location')], [303, '/mine'])
  assert.is.not(cookiesOf(answer).login_nonce?.[0], '')
})

for (const [incomplete, names] of [
  [unset, 'SERVICE_OIDC_ISSUER, SERVICE_OIDC_CLIENT_ID, and SERVICE_OIDC_CLIENT_SECRET'],
  [half, 'SERVICE_OIDC_CLIENT_SECRET'],
] as const) {
  incomplete('the error names the missing settings', async ({ request }) => {
    for (const path of ['/auth/oidc/login', '/auth/oidc/callback?code=x&state=y']) {
      const { status, body } = await request('GET', path)
      assert.equal([status, body.code], [404, 'oidc_login_off'])
      assert.match(body.detail, new RegExp(`must set ${names}\\.$`))
    }
  })
}

half.after(async () => {
  await provider.close()
  await slack.close()
})

for (const each of suites) each.run()
