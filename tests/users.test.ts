import * as assert from 'uvu/assert'
import { apiToken, bearer } from './support/credentials.ts'
import { eventually } from './support/eventually.ts'
import { type Answer, glossary, type Person, type World } from './support/world.ts'

const test = glossary('users')

type User = { id: string; email: string; role: string; is_active: boolean }

const emails = (answer: Answer) => answer.body.map(({ email }: User) => email)

const setRole = ({ request }: Pick<World, 'request'>, as: Person, id: string, role: string) =>
  request('PATCH', `/api/v1/users/${id}/role`, { as, body: { role } })

const setActive = ({ request }: Pick<World, 'request'>, as: Person, id: string, active: boolean) =>
  request('PATCH', `/api/v1/users/${id}`, { as, body: { is_active: active } })

const activeAdmins = async ({ sql }: Pick<World, 'sql'>) =>
  (await sql`select id from users where role = 'admin' and is_active`).map(({ id }) => id)

const auditedActions = async ({ sql }: Pick<World, 'sql'>) =>
  (await sql`select action from audit_events order by seq`).map(({ action }) => action)

test('users are looked for in addresses and names, whatever the case', async ({
  person,
  request,
  sql,
}) => {
  const as = await person('admin', 'm@example.com')
  await person('viewer', 'ines@example.com')
  await sql`update users set display_name = 'Inês 100%' where email = 'ines@example.com'`
  await person('viewer', 'bob_by@example.com')
  const found = async (q: string) => {
    const answer = await request('GET', `/api/v1/users?q=${encodeURIComponent(q)}`, { as })
    assert.is(answer.headers.get('x-total-count'), String(answer.body.length))
    return emails(answer)
  }
  assert.equal(await found('INÊS'), ['ines@example.com'])
  assert.equal(await found('Ob_By@'), ['bob_by@example.com'])
  assert.equal(await found('%'), ['ines@example.com'])
  assert.equal(await found('.com'), ['bob_by@example.com', 'ines@example.com', 'm@example.com'])
  assert.equal(await found('nobody'), [])
  assert.is((await request('GET', '/api/v1/users?q=', { as })).status, 422)
})

test('users are listed by e-mail address, whatever its case', async ({ person, request }) => {
  const admin = await person('admin', 'm@example.com')
  for (const email of ['b@example.com', 'A@example.com', 'z@example.com', 'C@example.com']) {
    await person('viewer', email)
  }
  const answer = await request('GET', '/api/v1/users', { as: admin })
  assert.is(answer.status, 200)
  assert.is(answer.headers.get('x-total-count'), '5')
  assert.equal(emails(answer), [
    'A@example.com',
    'b@example.com',
    'C@example.com',
    'm@example.com',
    'z@example.com',
  ])
  const page = await request('GET', '/api/v1/users?limit=2&offset=1', { as: admin })
  assert.equal(emails(page), ['b@example.com', 'C@example.com'])
})

test('a user has these fields and no others', async ({ person, request, sql }) => {
  const admin = await person('admin', 'admin@example.com')
  await sql`update users set messaging_user_id = 'U012AB3CD', display_name = 'Ada'`
  const { body } = await request('GET', '/api/v1/users', { as: admin })
  const { created_at, ...user } = body[0]
  assert.equal(user, {
    id: admin.id,
    email: 'admin@example.com',
    display_name: 'Ada',
    messaging_user_id: 'U012AB3CD',
    role: 'admin',
    is_active: true,
    last_login_at: null,
  })
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
})

test('the caller is who asked, by session and by token', async (world) => {
  const ada = await world.person('editor', 'ada@example.com')
  const { token } = await apiToken(world, ada)
  for (const headers of [bearer(ada.session), bearer(token)]) {
    const { status, body } = await world.request('GET', '/api/v1/me', { headers })
    assert.is(status, 200)
    const { created_at, ...user } = body
    assert.equal(user, {
      id: ada.id,
      email: 'ada@example.com',
      display_name: 'ada@example.com',
      messaging_user_id: null,
      role: 'editor',
      is_active: true,
      last_login_at: null,
    })
    assert.type(created_at, 'string')
  }
})

test('an admin gives a user another role', async (world) => {
  const [admin, ada] = [await world.person('admin'), await world.person()]
  for (const role of ['editor', 'admin', 'viewer']) {
    const { status, body } = await setRole(world, admin, ada.id, role)
    assert.is(status, 200)
    assert.equal([body.id, body.role], [ada.id, role])
    assert.is((await world.request('GET', '/api/v1/me', { as: ada })).body.role, role)
  }
})

test('a role or a state that is there already changes nothing', async (world) => {
  const [admin, ada] = [await world.person('admin'), await world.person()]
  assert.is((await setRole(world, admin, ada.id, 'viewer')).body.role, 'viewer')
  assert.is((await setRole(world, admin, admin.id, 'admin')).status, 200)
  assert.is((await setActive(world, admin, ada.id, true)).body.is_active, true)
  assert.equal(await auditedActions(world), [])
})

test('an admin deactivates a user and lets them in again', async (world) => {
  const [admin, ada] = [await world.person('admin'), await world.person()]
  for (const isActive of [false, true]) {
    const { status, body } = await setActive(world, admin, ada.id, isActive)
    assert.is(status, 200)
    assert.equal([body.id, body.is_active, body.role], [ada.id, isActive, 'viewer'])
    const me = await world.request('GET', '/api/v1/me', { as: ada })
    assert.is(me.status, isActive ? 200 : 401)
  }
  assert.equal(await auditedActions(world), ['user.deactivated', 'user.activated'])
})

test('the last active admin stays one', async (world) => {
  const admin = await world.person('admin')
  const former = await world.person('admin')
  await setActive(world, admin, former.id, false)
  await world.person('editor')
  const refused = [
    await setRole(world, admin, admin.id, 'editor'),
    await setRole(world, admin, admin.id, 'viewer'),
    await setActive(world, admin, admin.id, false),
  ]
  for (const { status, body } of refused) {
    assert.is(status, 409)
    assert.is(body.code, 'last_admin')
  }
  assert.equal(await activeAdmins(world), [admin.id])
  assert.equal(await auditedActions(world), ['user.deactivated'])
})

test('an admin may step down where another one stays', async (world) => {
  const [admin, other] = [await world.person('admin'), await world.person('admin')]
  assert.is((await setRole(world, admin, admin.id, 'viewer')).status, 200)
  assert.is((await setRole(world, admin, admin.id, 'admin')).status, 403)
  assert.equal(await activeAdmins(world), [other.id])
})

test('an admin that is inactive is not the last active one', async (world) => {
  const [admin, former] = [await world.person('admin'), await world.person('admin')]
  await setActive(world, admin, former.id, false)
  assert.is((await setRole(world, admin, former.id, 'viewer')).status, 200)
  assert.equal(await activeAdmins(world), [admin.id])
})

/** Sends requests that all wait for the same lock, and lets them go at once. */
async function atOnce({ sql }: World, sends: readonly (() => Promise<Answer>)[]) {
  const answers: Promise<Answer>[] = []
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('glossary.admins', 0))`
    for (const send of sends) answers.push(send())
    await eventually('all requests wait', async () => {
      const [row] = await tx`
        select count(*)::integer as waiting
        from pg_locks l
        join pg_database d on d.oid = l.database and d.datname = current_database()
        where l.locktype = 'advisory' and not l.granted`
      return row?.waiting === sends.length
    })
  })
  return Promise.all(answers)
}

test('two admins who remove each other at the same time leave one', async (world) => {
  const removals = [
    [setRole, 'viewer'],
    [setActive, false],
  ] as const
  for (const [first, firstValue] of removals) {
    for (const [second, secondValue] of removals) {
      await world.sql`update users set is_active = false`
      const [ada, bob] = [await world.person('admin'), await world.person('admin')]
      const answers = await atOnce(world, [
        () => first(world, ada, bob.id, firstValue as never),
        () => second(world, bob, ada.id, secondValue as never),
      ])
      assert.equal(answers.map(({ status }) => status).sort(), [200, 409])
      assert.is((await activeAdmins(world)).length, 1)
    }
  }
})

test('all admins who step down at the same time leave one', async (world) => {
  const admins = await Promise.all(Array.from({ length: 4 }, () => world.person('admin')))
  const answers = await atOnce(
    world,
    admins.map((admin) => () => setRole(world, admin, admin.id, 'viewer')),
  )
  assert.equal(answers.map(({ status }) => status).sort(), [200, 200, 200, 409])
  assert.is((await activeAdmins(world)).length, 1)
})

test.run()
