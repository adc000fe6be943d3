import * as assert from 'uvu/assert'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('invitations', { SERVICE_DEV_MODE: 'true' })

const demote = ({ request }: TestService, admin: Person) =>
  request('PATCH', `/api/v1/users/${admin.id}/role`, { as: admin, body: { role: 'viewer' } })

const invite = ({ request }: Pick<TestService, 'request'>, as: Person, body: { email: string; role: string }) =>
  request('POST', '/api/v1/users', { as, body })

test('an admin invites someone, whose first login has the role', async (service) => {
  const admin = await service.person('admin')
  const { status, body } = await invite(service, admin, { email: ' Ada@Example.com ', role: 'editor' })
  assert.is(status, 201)
  const { id, created_at, ...invited } = body
  assert.equal(invited, {
    email: 'Ada@Example.com',
    display_name: null,
    messaging_user_id: null,
    role: 'editor',
    is_active: true,
    last_login_at: null,
  })
  const { body: events } = await service.request('GET', `/api/v1/admin/audit?target_id=${id}`, { as: admin })
  assert.equal(
    events.map((event: Record<string, unknown>) => [event.action, event.actor_id, event.payload]),
    [['user.created', admin.id, { email: 'Ada@Example.com', role: 'editor' }]],
  )
  const login = await service.request('GET', '/auth/dev/login?email=ada@EXAMPLE.com', {
    headers: { accept: 'application/json' },
  })
  assert.equal([login.body.id, login.body.role], [id, 'editor'])
  assert.ok(login.body.last_login_at > created_at)
})

test('whoever has an account, or an address of nobody, is not invited', async (service) => {
  const admin = await service.person('admin')
  const ada = await service.person('viewer', 'ada@example.com')
  const email = 'ADA@example.com'
  const again = await invite(service, admin, { email, role: 'editor' })
  assert.equal([again.status, again.body.existing_id], [409, ada.id])
  assert.is((await service.request('GET', '/api/v1/me', { as: ada })).body.role, 'viewer')
  const wrong = [
    { email: 'ada', role: 'editor' },
    { email: 'u1@slack.invalid', role: 'editor' },
    { email: 'bob@example.com', role: 'owner' },
    { email: 'bob@example.com' },
    { role: 'editor' },
  ]
  for (const body of wrong) {
    const { status } = await service.request('POST', '/api/v1/users', { as: admin, body })
    assert.is(status, 422, JSON.stringify(body))
  }
  assert.is((await service.sql`select from users`).length, 2)
})

test('an invited admin who has never been here does not replace the last one', async (service) => {
  const admin = await service.person('admin')
  const email = 'ada@example.com'
  await invite(service, admin, { email, role: 'admin' })
  const demoted = await demote(service, admin)
  assert.equal([demoted.status, demoted.body.code], [409, 'last_admin'])
  await service.request('GET', `/auth/dev/login?email=${email}`)
  assert.is((await demote(service, admin)).status, 200)
})

test.run()
