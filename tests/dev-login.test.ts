import * as assert from 'uvu/assert'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('development login', {
  SERVICE_DEV_MODE: 'true',
  SERVICE_ADMIN_EMAILS: 'Boss@example.com, other@example.com',
})
const production = glossary('development login in production')

const json = { accept: 'application/json' }

const logIn = ({ request }: Pick<TestService, 'request'>, email: string, headers: Record<string, string> = {}) =>
  request('GET', `/auth/dev/login?email=${encodeURIComponent(email)}`, { headers })

const events = async ({ sql }: Pick<TestService, 'sql'>) =>
  (
    await sql`
      select e.action, u.email as actor, e.target_type, t.email as target, e.payload
      from audit_events e
      left join users u on u.id = e.actor_id
      left join users t on t.id = e.target_id
      order by e.seq`
  ).map((row) => ({ ...row }))

production('outside development mode, it is not found', async (service) => {
  for (const query of ['', '?email=ada@example.com', '?email=nonsense', '?nonsense']) {
    const { status, headers } = await service.request('GET', `/auth/dev/login${query}`)
    assert.is(status, 404)
    assert.is(headers.get('set-cookie'), null)
  }
  assert.is((await service.sql`select 1 from users`).length, 0)
})

test('the first login creates a viewer and redirects to the home page', async (service) => {
  const { status, headers, text } = await logIn(service, 'ada@example.com')
  assert.is(status, 303)
  assert.is(headers.get('location'), '/')
  assert.is(text, '')
  const users = await service.sql`select email, role, is_active, messaging_user_id from users`
  assert.equal([...users], [{ email: 'ada@example.com', role: 'viewer', is_active: true, messaging_user_id: null }])
  assert.equal(await events(service), [
    {
      action: 'user.created',
      actor: 'ada@example.com',
      target_type: 'user',
      target: 'ada@example.com',
      payload: { email: 'ada@example.com', role: 'viewer' },
    },
    {
      action: 'auth.login',
      actor: 'ada@example.com',
      target_type: 'user',
      target: 'ada@example.com',
      payload: { method: 'dev', client: '127.0.0.1' },
    },
  ])
})

test('the cookie contains the session and lasts 24 hours', async (service) => {
  const { headers } = await logIn(service, 'ada@example.com')
  const [pair = '', ...attributes] = (headers.get('set-cookie') ?? '').split('; ')
  assert.equal(attributes.sort(), ['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax'])
  assert.match(pair, /^user_id=/)
  const me = await service.request('GET', '/api/v1/me', { headers: { cookie: pair } })
  assert.is(me.body.email, 'ada@example.com')
})

test('it redirects to a path on this site', async (service) => {
  const login = async (next: string) => {
    const query = new URLSearchParams({ email: 'ada@example.com', next })
    const { status, headers } = await service.request('GET', `/auth/dev/login?${query}`)
    return [status, headers.get('location')]
  }
  assert.equal(await login('/terms/new?name=SLA'), [303, '/terms/new?name=SLA'])
  assert.equal(await login('https://evil.example/'), [303, '/'])
  assert.equal(await login('//evil.example/'), [303, '/'])
})

test('it returns the user if Accept prefers JSON', async (service) => {
  const { status, headers, body } = await logIn(service, 'ada@example.com', json)
  assert.is(status, 200)
  assert.match(headers.get('set-cookie') ?? '', /^user_id=[\w-]+\.[\w-]+\.[\w-]+; /)
  const { id, created_at, last_login_at, ...user } = body
  assert.equal(user, {
    email: 'ada@example.com',
    display_name: null,
    messaging_user_id: null,
    role: 'viewer',
    is_active: true,
  })
  const [row] = await service.sql`
    select
      id,
      created_at = ${created_at}::text::timestamptz as is_created,
      last_login_at = ${last_login_at}::text::timestamptz as is_logged_in
    from users`
  assert.equal({ ...row }, { id, is_created: true, is_logged_in: true })
})

test('Accept decides between the user and the redirect', async (service) => {
  const table = {
    '*/*': 303,
    'text/html': 303,
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8': 303,
    'application/json;q=0.5, text/html': 303,
    'image/png': 303,
    'application/json': 200,
    'application/json, text/html;q=0.9': 200,
    'application/json, */*;q=0.1': 200,
    'application/*': 200,
  }
  for (const [accept, status] of Object.entries(table)) {
    assert.is((await logIn(service, 'ada@example.com', { accept })).status, status, accept)
  }
  assert.is((await logIn(service, 'ada@example.com')).status, 303)
})

test('email addresses are compared case-insensitively', async (service) => {
  const first = await logIn(service, 'Ada@Example.com', json)
  const second = await logIn(service, ' aDA@eXAMPLE.COM ', json)
  assert.is(second.body.id, first.body.id)
  assert.is(second.body.email, 'Ada@Example.com')
  assert.ok(second.body.last_login_at > first.body.last_login_at)
  assert.is((await service.sql`select 1 from users`).length, 1)
  const actions = (await events(service)).map((event) => event.action)
  assert.equal(actions, ['user.created', 'auth.login', 'auth.login'])
})

test('a user listed in SERVICE_ADMIN_EMAILS is an admin from the first login on', async (service) => {
  assert.is((await logIn(service, 'boss@EXAMPLE.com', json)).body.role, 'admin')
  assert.is((await logIn(service, 'other@example.com', json)).body.role, 'admin')
  assert.is((await logIn(service, 'notboss@example.com', json)).body.role, 'viewer')
})

test('a listed user who has an account becomes an admin at the next login', async (service) => {
  const boss = await service.person('viewer', 'boss@example.com')
  assert.is((await logIn(service, 'boss@example.com', json)).body.role, 'admin')
  assert.is((await service.request('GET', '/api/v1/users', { as: boss })).status, 200)
  const [change, ...others] = await events(service)
  assert.equal(change, {
    action: 'user.role_changed',
    actor: null,
    target_type: 'user',
    target: 'boss@example.com',
    payload: { email: 'boss@example.com', from: 'viewer', to: 'admin' },
  })
  assert.equal(
    others.map((event) => event.action),
    ['auth.login'],
  )
})

test('a login does not change a role set by an admin', async (service) => {
  await service.person('editor', 'ada@example.com')
  assert.is((await logIn(service, 'ada@example.com', json)).body.role, 'editor')
})

test('an inactive user gets 401 and no cookie, and the attempt is audited', async (service) => {
  for (const [role, email] of [
    ['viewer', 'ada@example.com'],
    ['viewer', 'boss@example.com'],
  ] as const) {
    const { id } = await service.person(role, email)
    await service.sql`update users set is_active = false where id = ${id}`
    const { status, headers, body } = await logIn(service, email)
    assert.is(status, 401)
    assert.is(headers.get('www-authenticate'), 'Bearer')
    assert.is(headers.get('set-cookie'), null)
    assert.is(body.code, 'inactive_user')
    const [user] = await service.sql`select role, is_active, last_login_at from users where id = ${id}`
    assert.equal({ ...user }, { role: 'viewer', is_active: false, last_login_at: null })
    assert.equal((await events(service)).at(-1), {
      action: 'auth.login_failed',
      actor: email,
      target_type: 'user',
      target: email,
      payload: { method: 'dev', client: '127.0.0.1', reason: 'inactive_user' },
    })
  }
})

test.run()
production.run()
