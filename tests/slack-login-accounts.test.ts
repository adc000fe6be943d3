import * as assert from 'uvu/assert'
import { cookie } from './support/credentials.ts'
import { assertFailed, assertLetIn, auditTrail, begin, comeBack } from './support/logins.ts'
import { ada, openSlackIdentity } from './support/slack-identity.ts'
import { glossary, type TestService } from './support/test-service.ts'

const slack = await openSlackIdentity()
const test = glossary('accounts of log-ins with Slack', {
  ...slack.env,
  SERVICE_ADMIN_EMAILS: 'boss@example.com',
})

/** Logs in as whom Slack describes so. */
async function logIn(service: TestService, profile: object) {
  const attempt = await begin(service)
  slack.expect(profile, attempt.nonce)
  return comeBack(service, attempt, { code: 'a-code', state: attempt.state })
}

const users = async ({ sql }: TestService) =>
  (
    await sql`
      select email, messaging_user_id as slack, display_name as name, role from users order by email`
  ).map((row) => ({ ...row }))

/** Adds an account that stands for a Slack user. */
async function linked(service: TestService, email: string, messagingUserId: string) {
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

const adaHere = {
  email: 'ada@example.com',
  slack: 'U0ADA',
  name: 'Ada Example',
  role: 'viewer',
}

test('the messaging_user_id comes first, whatever the address', async (service) => {
  await linked(service, 'old@example.com', 'U0ADA')
  await service.person('editor', 'ada@example.com')
  assertLetIn(await logIn(service, ada))
  assert.equal(await users(service), [
    { email: 'ada@example.com', slack: null, name: 'ada@example.com', role: 'editor' },
    { ...adaHere, email: 'old@example.com' },
  ])
})

test('then the address, whatever its case; the account is linked and keeps its role', async (service) => {
  const { id } = await service.person('editor', 'ADA@example.com')
  const session = assertLetIn(await logIn(service, ada))
  const me = await service.request('GET', '/api/v1/me', {
    headers: { cookie: `user_id=${session}` },
  })
  assert.is(me.body.id, id)
  assert.equal(await users(service), [{ ...adaHere, email: 'ADA@example.com', role: 'editor' }])
  assertLetIn(await logIn(service, { ...ada, email: 'new@example.com' }))
  assert.is((await users(service)).length, 1)
})

test('what the provider does not say about an address does not count against it', async (service) => {
  await service.person('viewer', 'ada@example.com')
  const { email_verified, ...profile } = ada
  assertLetIn(await logIn(service, profile))
  assert.equal(await users(service), [adaHere])
})

for (const email_verified of [false, 'false']) {
  const says = JSON.stringify(email_verified)
  test(`an address that is said to be unverified (${says}) takes no account over`, async (service) => {
    await service.person('editor', 'ada@example.com')
    const before = await users(service)
    assertFailed(await logIn(service, { ...ada, email_verified }), 400, 'email_unverified')
    assert.equal(await users(service), before)
    assert.equal(await auditTrail(service), [
      failure('email_unverified', { target: 'ada@example.com' }),
    ])
  })
}

test('an unverified address makes nobody an admin, a verified one does', async (service) => {
  const boss = { ...ada, email: 'Boss@example.com', email_verified: false }
  assertLetIn(await logIn(service, boss))
  assert.is((await users(service))[0]?.role, 'viewer')
  assertLetIn(await logIn(service, { ...boss, email_verified: true }))
  assert.is((await users(service))[0]?.role, 'admin')
})

test('an address of SERVICE_ADMIN_EMAILS is an admin from the first log-in on', async (service) => {
  assertLetIn(await logIn(service, { ...ada, email: 'BOSS@example.com' }))
  assert.is((await users(service))[0]?.role, 'admin')
  const actions = (await auditTrail(service)).map(({ action }) => action)
  assert.equal(actions, ['user.created', 'auth.login'])
})

test('an account of another Slack user is not handed over by its address', async (service) => {
  await linked(service, 'ada@example.com', 'U0OTHER')
  const before = await users(service)
  assertFailed(await logIn(service, ada), 400, 'account_conflict')
  assert.equal(await users(service), before)
  assert.equal(await auditTrail(service), [
    failure('account_conflict', { target: 'ada@example.com' }),
  ])
})

test('an inactive user is 401, without a session; neither address nor id gets around it', async (service) => {
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

test('the name follows the provider; an unusable one changes nothing', async (service) => {
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
    assertLetIn(await logIn(service, { ...ada, name }))
    assert.equal(await users(service), [{ ...adaHere, name: expected }])
  }
})

test('without a usable address there is no account to create, but one to find', async (service) => {
  for (const email of [undefined, null, '', 'nonsense', `${'x'.repeat(320)}@example.com`]) {
    const answer = await logIn(service, { ...ada, email })
    assertFailed(answer, 400, 'email_missing')
    assert.match(answer.body.detail, /scope "email"/)
    assert.equal((await auditTrail(service)).at(-1), failure('email_missing'))
  }
  assert.equal(await users(service), [])
  await linked(service, 'ada@example.com', 'U0ADA')
  assertLetIn(await logIn(service, { ...ada, email: undefined }))
  assert.equal(await users(service), [adaHere])
})

test('many first log-ins of one person at once create one user', async (service) => {
  const attempts = []
  for (let i = 0; i < 8; i++) attempts.push(await begin(service))
  // Without an id_token one answer does for all of them.
  slack.replies.token = { body: { ok: true, access_token: 'xoxp-1' } }
  slack.replies.userInfo = { body: ada }
  const answers = await Promise.all(
    attempts.map((attempt) => comeBack(service, attempt, { code: 'a-code', state: attempt.state })),
  )
  answers.map(assertLetIn)
  assert.equal(await users(service), [adaHere])
  const actions = (await auditTrail(service)).map(({ action }) => action)
  assert.is(actions.filter((action) => action === 'user.created').length, 1)
  assert.is(actions.filter((action) => action === 'auth.login').length, 8)
})

test('many at once link one account', async (service) => {
  await service.person('editor', 'ada@example.com')
  const attempts = []
  for (let i = 0; i < 8; i++) attempts.push(await begin(service))
  slack.replies.token = { body: { ok: true, access_token: 'xoxp-1' } }
  slack.replies.userInfo = { body: ada }
  const answers = await Promise.all(
    attempts.map((attempt) => comeBack(service, attempt, { code: 'a-code', state: attempt.state })),
  )
  answers.map(assertLetIn)
  assert.equal(await users(service), [{ ...adaHere, role: 'editor' }])
})

test('whoever is logged in already can log in as somebody else', async (service) => {
  const bob = await service.person()
  const attempt = await begin(service)
  slack.expect(ada, attempt.nonce)
  const both = `${cookie(bob).cookie}; ${attempt.cookie}`
  const answer = await comeBack(service, { cookie: both }, { code: 'x', state: attempt.state })
  const session = assertLetIn(answer)
  const me = await service.request('GET', '/api/v1/me', {
    headers: { cookie: `user_id=${session}` },
  })
  assert.is(me.body.email, 'ada@example.com')
})

test('a log-in is logged with the user it let in', async (service) => {
  const answer = await logIn(service, ada)
  const requestId = answer.headers.get('x-request-id')
  const entry = service.logs.map((line) => JSON.parse(line)).find((e) => e.request_id === requestId)
  const [user] = await service.sql`select id from users`
  assert.equal([entry.status, entry.user_id], [303, user?.id])
})

test('when the audit cannot be written, nobody is let in or created', async (service) => {
  await service.sql`alter table audit_events rename to lost_events`
  const answer = await logIn(service, ada)
  assert.is(answer.status, 500)
  assert.equal(
    answer.headers.getSetCookie().map((line) => line.split(';')[0]),
    ['login_nonce='],
  )
  assert.equal(await users(service), [])
})

test.after(() => slack.close())
test.run()
