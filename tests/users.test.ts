import * as assert from 'uvu/assert'
import { apiToken, bearer } from './support/credentials.ts'
import { eventually } from './support/eventually.ts'
import { type Answer, glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('users')

type User = { id: string; email: string; role: string; is_active: boolean }

const emails = (response: Answer) => response.body.map(({ email }: User) => email)

const setRole = ({ request }: Pick<TestService, 'request'>, as: Person, id: string, role: string) =>
  request('PATCH', `/api/v1/users/${id}/role`, { as, body: { role } })

const setActive = ({ request }: Pick<TestService, 'request'>, as: Person, id: string, active: boolean) =>
  request('PATCH', `/api/v1/users/${id}`, { as, body: { is_active: active } })

const activeAdmins = async ({ sql }: Pick<TestService, 'sql'>) =>
  (await sql`select id from users where role = 'admin' and is_active`).map(({ id }) => id)

const auditedActions = async ({ sql }: Pick<TestService, 'sql'>) =>
  (await sql`select action from audit_events order by seq`).map(({ action }) => action)

test('users are searched by email address and name, case-insensitively', async ({ person, request, sql }) => {
  const as = await person('admin', 'm@example.com')
  await person('viewer', 'ines@example.com')
  await sql`update users set display_name = 'Inês 100%' where email = 'ines@example.com'`
  await person('viewer', 'bob_by@example.com')
  const search = async (q: string) => {
    const response = await request('GET', `/api/v1/users?q=${encodeURIComponent(q)}`, { as })
    assert.is(response.headers.get('x-total-count'), String(response.body.length))
    return emails(response)
  }
  assert.equal(await search('INÊS'), ['ines@example.com'])
  assert.equal(await search('Ob_By@'), ['bob_by@example.com'])
  assert.equal(await search('%'), ['ines@example.com'])
  assert.equal(await search('.com'), ['bob_by@example.com', 'ines@example.com', 'm@example.com'])
  assert.equal(await search('nobody'), [])
  assert.is((await request('GET', '/api/v1/users?q=', { as })).status, 422)
})

test('users are sorted by email address, case-insensitively', async ({ person, request }) => {
  const admin = await person('admin', 'm@example.com')
  for (const email of ['b@example.com', 'A@example.com', 'z@example.com', 'C@example.com']) {
    await person('viewer', email)
  }
  const response = await request('GET', '/api/v1/users', { as: admin })
  assert.is(response.status, 200)
  assert.is(response.headers.get('x-total-count'), '5')
  assert.equal(emails(response), [
    ...['A@example.com', 'b@example.com', 'C@example.com', 'm@example.com', 'z@example.com'],
  ])
  const page = await request('GET', '/api/v1/users?limit=2&offset=1', { as: admin })
  assert.equal(emails(page), ['b@example.com', 'C@example.com'])
})

test('a user has exactly these fields, in the list and as the user of a session or token', async (service) => {
  const ada = await service.person('admin', 'ada@example.com')
  await service.sql`update users set messaging_user_id = 'U012AB3CD', display_name = 'Ada'`
  const { token } = await apiToken(service, ada)
  const get = async (path: string, credential: string) =>
    (await service.request('GET', `/api/v1/${path}`, { headers: bearer(credential) })).body
  for (const user of [
    (await get('users', ada.session))[0],
    ...[await get('me', ada.session), await get('me', token)],
  ]) {
    const { created_at, ...others } = user
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    assert.equal(others, {
      ...{ id: ada.id, email: 'ada@example.com', display_name: 'Ada' },
      ...{ messaging_user_id: 'U012AB3CD', role: 'admin', is_active: true, last_login_at: null },
    })
  }
})

test('an admin can change the role of a user', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person()]
  for (const role of ['editor', 'admin', 'viewer']) {
    const { status, body } = await setRole(service, admin, ada.id, role)
    assert.is(status, 200)
    assert.equal([body.id, body.role], [ada.id, role])
    assert.is((await service.request('GET', '/api/v1/me', { as: ada })).body.role, role)
  }
})

test('setting the current role or state changes nothing', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person()]
  assert.is((await setRole(service, admin, ada.id, 'viewer')).body.role, 'viewer')
  assert.is((await setRole(service, admin, admin.id, 'admin')).status, 200)
  assert.is((await setActive(service, admin, ada.id, true)).body.is_active, true)
  assert.equal(await auditedActions(service), [])
})

test('an admin can deactivate and reactivate a user', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person()]
  for (const isActive of [false, true]) {
    const { status, body } = await setActive(service, admin, ada.id, isActive)
    assert.is(status, 200)
    assert.equal([body.id, body.is_active, body.role], [ada.id, isActive, 'viewer'])
    const me = await service.request('GET', '/api/v1/me', { as: ada })
    assert.is(me.status, 401, 'the session has ended for good')
  }
  assert.equal(await auditedActions(service), ['user.deactivated', 'user.activated'])
})

test('whoever is deactivated loses all of many terms, also if the client of the admin disconnects', async (service) => {
  const { person, sql, app, ctx } = service
  const [admin, ada] = [await person('admin'), await person()]
  await sql`
    insert into terms (name, definition, status, source, owner_id)
    select 'N' || n, 'What it means.', 'pending', 'import', ${ada.id} from generate_series(1, 3500) n`
  const request = new Request(`http://localhost:8000/api/v1/users/${ada.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${admin.session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ is_active: false }),
  })
  let isDisconnected = false
  const response = await app(request, '127.0.0.1', () => isDisconnected)
  isDisconnected = true
  assert.is(response.status, 200)
  await ctx.background.settle()
  assert.is((await sql`select from terms where owner_id = ${ada.id}`).length, 0)
})

test('the last active admin cannot be demoted or deactivated', async (service) => {
  const admin = await service.person('admin')
  const former = await service.person('admin')
  await setActive(service, admin, former.id, false)
  await service.person('editor')
  const rejected = [
    await setRole(service, admin, admin.id, 'editor'),
    await setRole(service, admin, admin.id, 'viewer'),
    await setActive(service, admin, admin.id, false),
  ]
  for (const { status, body } of rejected) {
    assert.is(status, 409)
    assert.is(body.code, 'last_admin')
  }
  assert.equal(await activeAdmins(service), [admin.id])
  assert.equal(await auditedActions(service), ['user.deactivated'])
})

test('an admin can step down if there is another one', async (service) => {
  const [admin, other] = [await service.person('admin'), await service.person('admin')]
  assert.is((await setRole(service, admin, admin.id, 'viewer')).status, 200)
  assert.is((await setRole(service, admin, admin.id, 'admin')).status, 403)
  assert.equal(await activeAdmins(service), [other.id])
})

test('an inactive admin can be demoted', async (service) => {
  const [admin, former] = [await service.person('admin'), await service.person('admin')]
  await setActive(service, admin, former.id, false)
  assert.is((await setRole(service, admin, former.id, 'viewer')).status, 200)
  assert.equal(await activeAdmins(service), [admin.id])
})

/** Sends requests that wait for the same lock, then releases them together. */
async function sendConcurrently({ sql }: TestService, sends: readonly (() => Promise<Answer>)[]) {
  const responses: Promise<Answer>[] = []
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('glossary.admins', 0))`
    for (const send of sends) responses.push(send())
    await eventually('all requests wait', async () => {
      const [row] = await tx`
        select count(*)::integer as waiting
        from pg_locks l
        join pg_database d on d.oid = l.database and d.datname = current_database()
        where l.locktype = 'advisory' and not l.granted`
      return row?.waiting === sends.length
    })
  })
  return Promise.all(responses)
}

test('if two admins remove each other concurrently, one remains', async (service) => {
  const removals = [
    [setRole, 'viewer'],
    [setActive, false],
  ] as const
  for (const [first, firstValue] of removals) {
    for (const [second, secondValue] of removals) {
      await service.sql`update users set is_active = false`
      const [ada, bob] = [await service.person('admin'), await service.person('admin')]
      const responses = await sendConcurrently(service, [
        () => first(service, ada, bob.id, firstValue as never),
        () => second(service, bob, ada.id, secondValue as never),
      ])
      assert.equal(responses.map(({ status }) => status).sort(), [200, 409])
      assert.is((await activeAdmins(service)).length, 1)
    }
  }
})

test('if all admins step down concurrently, one remains', async (service) => {
  const admins = await Promise.all(Array.from({ length: 4 }, () => service.person('admin')))
  const responses = await sendConcurrently(
    service,
    admins.map((admin) => () => setRole(service, admin, admin.id, 'viewer')),
  )
  assert.equal(responses.map(({ status }) => status).sort(), [200, 200, 200, 409])
  assert.is((await activeAdmins(service)).length, 1)
})

test.run()
