import * as assert from 'uvu/assert'
import { cookie } from './support/credentials.ts'
import { trusted, untrusted } from './support/email-verified.ts'
import { assertFailed, assertLoggedIn, auditTrail, begin, requestCallback } from './support/logins.ts'
import { ada, openSlackIdentity } from './support/slack-identity.ts'
import { glossary, type TestService } from './support/test-service.ts'

const slack = await openSlackIdentity()
const test = glossary('accounts of logins with Slack', { ...slack.env, SERVICE_ADMIN_EMAILS: 'boss@example.com' })

/** Logs in as the user with this profile at Slack. */
async function logIn(service: TestService, profile: object) {
  const attempt = await begin(service)
  slack.expect(profile, attempt.nonce)
  return requestCallback(service, attempt, { code: 'a-code', state: attempt.state })
}

const users = async ({ sql }: TestService) =>
  (
    await sql`
      select email, messaging_user_id as slack, display_name as name, role from users order by email`
  ).map((row) => ({ ...row }))

/** Creates an account that is linked to a Slack user. */
async function createLinked(service: TestService, email: string, messagingUserId: string) {
  const person = await service.person('viewer', email)
  const id = messagingUserId
  await service.sql`update users set messaging_user_id = ${id} where id = ${person.id}`
  return person
}

const failure = (reason: string, people: { actor?: string; target?: string } = {}) => ({
  action: 'auth.login_failed',
  actor: people.actor ?? null,
  target: people.target ?? null,
  payload: { method: 'slack', client: '127.0.0.1', reason },
})

const adaRow = { email: 'ada@example.com', slack: 'U0ADA', name: 'Ada Example', role: 'viewer' }

test('an account is found by messaging_user_id first, whatever the email address', async (service) => {
  await createLinked(service, 'old@example.com', 'U0ADA')
  await service.person('editor', 'ada@example.com')
  assertLoggedIn(await logIn(service, ada))
  assert.equal(await users(service), [
    { email: 'ada@example.com', slack: null, name: 'ada@example.com', role: 'editor' },
    { ...adaRow, email: 'old@example.com' },
  ])
})

test('otherwise an account is found by email address in any case, linked, and keeps its role', async (service) => {
  const { id } = await service.person('editor', 'ADA@example.com')
  const session = assertLoggedIn(await logIn(service, ada))
  const me = await service.request('GET', '/api/v1/me', { headers: { cookie: `user_id=${session}` } })
  assert.is(me.body.id, id)
  assert.equal(await users(service), [{ ...adaRow, email: 'ADA@example.com', role: 'editor' }])
  assertLoggedIn(await logIn(service, { ...ada, email: 'new@example.com' }))
  assert.is((await users(service)).length, 1)
})

for (const email_verified of trusted) {
  const says = JSON.stringify(email_verified)
  const isProof = email_verified !== undefined
  test(`email_verified ${says} links an existing account, and makes ${isProof ? 'an admin' : 'no admin'}`, async (service) => {
    await service.person('editor', 'ada@example.com')
    await service.person('viewer', 'boss@example.com')
    assertLoggedIn(await logIn(service, { ...ada, email_verified }))
    const boss = { sub: 'U0BOSS', email: 'boss@example.com', email_verified }
    assertLoggedIn(await logIn(service, boss))
    const roles = (await users(service)).map(({ slack, role }) => [slack, role])
    assert.equal(roles, [
      ['U0ADA', 'editor'],
      ['U0BOSS', isProof ? 'admin' : 'viewer'],
    ])
  })
}

test('a new account without the claim email_verified is no admin, until the provider sends it', async (service) => {
  const { email_verified: _, ...boss } = { ...ada, email: 'boss@example.com' }
  for (const [profile, role] of [
    [boss, 'viewer'],
    [{ ...boss, email_verified: 'true' }, 'admin'],
    [boss, 'admin'],
  ] as const) {
    assertLoggedIn(await logIn(service, profile))
    assert.is((await users(service))[0]?.role, role)
  }
})

for (const email_verified of untrusted) {
  const says = JSON.stringify(email_verified)
  test(`email_verified ${says} does not answer an invitation`, async (service) => {
    const as = await service.person('admin')
    const body = { email: 'ada@example.com', role: 'admin' }
    await service.request('POST', '/api/v1/users', { as, body })
    const before = await users(service)
    assertFailed(await logIn(service, { ...ada, email_verified }), 400, 'email_unverified')
    assert.equal(await users(service), before)
  })

  test(`email_verified ${says} links no account and makes nobody an admin`, async (service) => {
    await service.person('editor', 'ada@example.com')
    const before = await users(service)
    assertFailed(await logIn(service, { ...ada, email_verified }), 400, 'email_unverified')
    assert.equal(await users(service), before)
    assert.equal(await auditTrail(service), [failure('email_unverified', { target: 'ada@example.com' })])
    const boss = { sub: 'U0BOSS', email: 'boss@example.com', email_verified }
    assertLoggedIn(await logIn(service, boss))
    assert.is((await users(service)).find(({ slack }) => slack === 'U0BOSS')?.role, 'viewer')
  })
}

test('only a verified email address in SERVICE_ADMIN_EMAILS makes a user an admin', async (service) => {
  const boss = { ...ada, email: 'Boss@example.com', email_verified: false }
  assertLoggedIn(await logIn(service, boss))
  assert.is((await users(service))[0]?.role, 'viewer')
  assertLoggedIn(await logIn(service, { ...boss, email_verified: true }))
  assert.is((await users(service))[0]?.role, 'admin')
})

test('a user listed in SERVICE_ADMIN_EMAILS is an admin from the first login on', async (service) => {
  assertLoggedIn(await logIn(service, { ...ada, email: 'BOSS@example.com' }))
  assert.is((await users(service))[0]?.role, 'admin')
  const actions = (await auditTrail(service)).map(({ action }) => action)
  assert.equal(actions, ['user.created', 'auth.login'])
})

test('an account linked to another Slack user cannot be taken over by email address', async (service) => {
  await createLinked(service, 'ada@example.com', 'U0OTHER')
  const before = await users(service)
  assertFailed(await logIn(service, ada), 400, 'account_conflict')
  assert.equal(await users(service), before)
  assert.equal(await auditTrail(service), [failure('account_conflict', { target: 'ada@example.com' })])
})

test('an inactive user gets 401 and no session, whether found by ID or by email address', async (service) => {
  for (const [profile, email] of [
    [ada, 'gone@example.com'],
    [{ ...ada, sub: 'U0NEW', 'https://slack.com/user_id': 'U0NEW' }, 'ada@example.com'],
  ] as const) {
    const person = await service.person('viewer', email)
    await service.sql`
      update users set is_active = false, messaging_user_id = ${email.startsWith('gone') ? 'U0ADA' : null}
      where id = ${person.id}`
    const before = await users(service)
    assertFailed(await logIn(service, profile), 401, 'inactive_user')
    assert.equal(await users(service), before)
    const event = (await auditTrail(service)).at(-1)
    assert.equal(event, failure('inactive_user', { actor: email, target: email }))
  }
  assert.equal([...(await service.sql`select from users where last_login_at is not null`)], [])
})

test('the name is updated at each login, unless the new one is invalid', async (service) => {
  const names: [unknown, string][] = [
    ['Ada Example', 'Ada Example'],
    ['  Ada\u0308 Lovelace ', 'Adä Lovelace'],
    [undefined, 'Adä Lovelace'],
    [null, 'Adä Lovelace'],
    ['', 'Adä Lovelace'],
    ['x'.repeat(301), 'Adä Lovelace'],
    ['nul\0', 'Adä Lovelace'],
    ['\ud800', 'Adä Lovelace'],
    ['<b>Ada</b>', '<b>Ada</b>'],
  ]
  for (const [name, expected] of names) {
    assertLoggedIn(await logIn(service, { ...ada, name }))
    assert.equal(await users(service), [{ ...adaRow, name: expected }])
  }
})

test('a login without a valid email address creates no account, but finds an existing one', async (service) => {
  for (const email of [undefined, null, '', 'nonsense', `${'x'.repeat(320)}@example.com`]) {
    const response = await logIn(service, { ...ada, email })
    assertFailed(response, 400, 'email_missing')
    assert.match(response.body.detail, /scope "email"/)
    assert.equal((await auditTrail(service)).at(-1), failure('email_missing'))
  }
  assert.equal(await users(service), [])
  await createLinked(service, 'ada@example.com', 'U0ADA')
  assertLoggedIn(await logIn(service, { ...ada, email: undefined }))
  assert.equal(await users(service), [adaRow])
})

for (const role of ['viewer', 'editor'] as const) {
  const what = role === 'viewer' ? 'first logins of one person create one user' : 'logins link one account'
  test(`concurrent ${what}`, async (service) => {
    if (role === 'editor') await service.person(role, 'ada@example.com')
    const attempts = []
    for (let i = 0; i < 8; i++) attempts.push(await begin(service))
    // Without an id_token, which contains a nonce, one response fits all logins.
    slack.replies.token = { body: { ok: true, access_token: 'xoxp-1' } }
    slack.replies.userInfo = { body: ada }
    const responses = await Promise.all(
      attempts.map((attempt) => requestCallback(service, attempt, { code: 'a-code', state: attempt.state })),
    )
    responses.map(assertLoggedIn)
    assert.equal(await users(service), [{ ...adaRow, role }])
    const actions = (await auditTrail(service)).map(({ action }) => action)
    const created = role === 'viewer' ? ['user.created'] : []
    assert.equal(actions.sort(), [...Array(8).fill('auth.login'), ...created])
  })
}

test('a logged-in user can log in as another user', async (service) => {
  const bob = await service.person()
  const attempt = await begin(service)
  slack.expect(ada, attempt.nonce)
  const both = `${cookie(bob).cookie}; ${attempt.cookie}`
  const response = await requestCallback(service, { cookie: both }, { code: 'x', state: attempt.state })
  const session = assertLoggedIn(response)
  const me = await service.request('GET', '/api/v1/me', { headers: { cookie: `user_id=${session}` } })
  assert.is(me.body.email, 'ada@example.com')
})

test('a login is logged with its user', async (service) => {
  const answer = await logIn(service, ada)
  const requestId = answer.headers.get('x-request-id')
  const entry = service.logs.map((line) => JSON.parse(line)).find((e) => e.request_id === requestId)
  const [user] = await service.sql`select id from users`
  assert.equal([entry.status, entry.user_id], [303, user?.id])
})

test('a login fails and creates no user if its audit event cannot be stored', async (service) => {
  await service.sql`alter table audit_events rename to lost_events`
  const response = await logIn(service, ada)
  assert.is(response.status, 500)
  assert.equal(
    response.headers.getSetCookie().map((line) => line.split(';')[0]),
    ['login_nonce='],
  )
  assert.equal(await users(service), [])
})

test.after(() => slack.close())
test.run()
