import * as assert from 'uvu/assert'
import { type Environment, readSettings } from '../lib/app/settings.ts'
import { readIdentity } from '../lib/identity/oidc-provider.ts'
import { assertLoggedIn, begin, requestCallback } from './support/logins.ts'
import { openProvider } from './support/openid-provider.ts'
import { suite } from './support/suite.ts'
import { glossary, secretKey, type TestService } from './support/test-service.ts'

const ada = { email: 'ada@example.com', email_verified: true }
const accounts: Record<string, Record<string, unknown>> = {}
const provider = await openProvider(accounts)
const groupSettings = {
  SERVICE_OIDC_GROUPS_CLAIM: 'groups',
  SERVICE_OIDC_ADMIN_GROUPS: 'glossary-admins',
  SERVICE_OIDC_EDITOR_GROUPS: 'writers, Data Team',
}
const test = glossary('roles of an OpenID provider', {
  ...provider.oidcEnv,
  ...groupSettings,
  SERVICE_ADMIN_EMAILS: 'boss@example.com',
})

/** Logs in as Ada with these claims. Returns her session. */
async function logIn(service: TestService, claims: object) {
  accounts.ada = { ...ada, ...claims }
  const attempt = await begin(service, '/', 'oidc')
  const { callback } = await provider.visit(attempt.location.href, { as: 'ada' })
  const parameters = Object.fromEntries(callback?.searchParams ?? [])
  return assertLoggedIn(await requestCallback(service, attempt, parameters))
}

const roleOf = async ({ sql }: TestService, email = ada.email) =>
  (await sql`select role from users where email = ${email}`)[0]?.role

test('each login sets the role, with an audit event, and earlier sessions follow at once', async (service) => {
  await service.person('admin')
  service.ctx.credentials.setEnabled(true)
  const session = await logIn(service, { groups: ['glossary-admins', 'other'] })
  const headers = { cookie: `user_id=${session}` }
  const me = async () => (await service.request('GET', '/api/v1/me', { headers })).body.role
  assert.is(await me(), 'admin')
  for (const [groups, role] of [
    [['Data Team'], 'editor'],
    [['writers', 'glossary-admins'], 'admin'],
    [['others'], 'viewer'],
    ['writers', 'editor'],
    [undefined, 'viewer'],
  ] as const) {
    await logIn(service, { groups })
    assert.is(await me(), role, String(groups))
  }
  const changes = await service.sql`
    select actor_id, payload from audit_events where action = 'user.role_changed' order by seq`
  assert.equal(
    changes.map(({ actor_id, payload }) => [actor_id, payload.from, payload.to]),
    [
      [null, 'admin', 'editor'],
      [null, 'editor', 'admin'],
      [null, 'admin', 'viewer'],
      [null, 'viewer', 'editor'],
      [null, 'editor', 'viewer'],
    ],
  )
})

test('groups that the token left out change nothing', async (service) => {
  await logIn(service, { groups: ['writers'] })
  await logIn(service, { hasgroups: true })
  assert.is(await roleOf(service), 'editor')
})

test('the last admin stays one, until there is another', async (service) => {
  await logIn(service, { groups: ['glossary-admins'] })
  await logIn(service, {})
  assert.is(await roleOf(service), 'admin')
  await service.person('admin')
  await logIn(service, {})
  assert.is(await roleOf(service), 'viewer')
})

test('whoever is in SERVICE_ADMIN_EMAILS stays an admin, whatever the groups and the claims', async (service) => {
  await service.person('admin')
  const boss = 'boss@example.com'
  await logIn(service, { email: boss, groups: ['writers'] })
  assert.is(await roleOf(service, boss), 'admin')
  await logIn(service, { email: 'other@example.com', groups: [] })
  assert.is(await roleOf(service, boss), 'admin')
})

test('of two admins who lose their groups at the same time, one stays', async (service) => {
  for (const sub of ['ada', 'bob']) {
    accounts[sub] = { ...ada, email: `${sub}@example.com`, groups: ['glossary-admins'] }
  }
  const callbacks = async () => {
    const attempts = []
    for (const as of ['ada', 'bob']) {
      const attempt = await begin(service, '/', 'oidc')
      const { callback } = await provider.visit(attempt.location.href, { as })
      attempts.push({ attempt, parameters: Object.fromEntries(callback?.searchParams ?? []) })
    }
    return attempts
  }
  const finish = async () => {
    const answers = (await callbacks()).map(({ attempt, parameters }) => requestCallback(service, attempt, parameters))
    for (const answer of await Promise.all(answers)) assertLoggedIn(answer)
  }
  await finish()
  for (const sub of ['ada', 'bob']) accounts[sub] = { ...accounts[sub], groups: [] }
  await finish()
  const admins = await service.sql`select from users where role = 'admin'`
  assert.is(admins.length, 1)
})

test.after(() => provider.close())
test.run()

const claims = suite('claims of OpenID providers')

const read = (env: Environment, token: object, profile: Record<string, unknown> = {}) => {
  const settings = readSettings({ SERVICE_SECRET_KEY: secretKey, ...env })
  return readIdentity({ iss: 'https://idp.example.com', sub: '1', ...ada, ...token }, profile, settings)
}
const roleFor = (token: object, env: Environment = groupSettings) => read(env, token).linked?.role

claims('groups decide the role if any are named', () => {
  assert.is(roleFor({ groups: ['glossary-admins'] }, {}), null)
  assert.is(roleFor({}, { SERVICE_OIDC_GROUPS_CLAIM: 'roles' }), null)
  const named = { SERVICE_OIDC_GROUPS_CLAIM: 'roles', SERVICE_OIDC_ADMIN_GROUPS: 'a' }
  assert.is(roleFor({ roles: ['a'] }, named), 'admin')
  assert.is(roleFor({ groups: ['a'] }, named), 'viewer')
  for (const groups of [null, 7, {}, [], ['WRITERS'], [['writers']], 'writers, other']) {
    assert.is(roleFor({ groups }), 'viewer', JSON.stringify(groups))
  }
})

claims('what Entra ID sends instead of too many groups is no empty list', () => {
  assert.is(roleFor({ _claim_names: { groups: 'src1' } }), null)
  assert.is(roleFor({ hasgroups: true }), null)
  assert.is(roleFor({ hasgroups: 'true' }), null)
  assert.is(roleFor({ hasgroups: true, groups: ['writers'] }), 'editor')
  for (const other of [{ hasgroups: false }, { _claim_names: { address: 'x' } }, { _claim_names: null }]) {
    assert.is(roleFor(other), 'viewer', JSON.stringify(other))
  }
})

claims('a private account at Google under an address of the company is refused', () => {
  const env = { SERVICE_OIDC_ALLOWED_DOMAINS: 'example.com' }
  const refusal = (token: object) => read(env, token).linked?.emailRefusal
  const iss = 'https://accounts.google.com'
  assert.is(refusal({ iss }), 'domain_not_allowed')
  assert.is(refusal({ iss, hd: 'example.net' }), 'domain_not_allowed')
  assert.is(refusal({ iss, hd: 'example.com' }), null)
  assert.is(refusal({ hd: 'example.net' }), null)
})

claims('the profile completes the token; the issuer is that of the token', () => {
  const profile = { iss: 'https://evil.example', email: 'bob@example.com', name: ' Bob ' }
  const { email, displayName, linked } = read({}, {}, profile)
  assert.equal([email, displayName], ['bob@example.com', 'Bob'])
  assert.equal([linked?.issuer, linked?.subject], ['https://idp.example.com', '1'])
})

claims.run()
