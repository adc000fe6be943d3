import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import { rowsOf } from './support/rows.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('erasing')

const email = 'ada.lovelace@example.com'
const client = '203.0.113.77'
const definition = `Ask ${email}.`

/** Records logins of a person. */
const recordLogins = ({ sql }: TestService, { id }: Person, amount: number) => sql`
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select ${id}, 'auth.login', 'user', ${id}, ${sql.json({ client, method: email })}
  from generate_series(1, ${amount}::integer)`

const erase = ({ request }: TestService, as: Person, { id }: Person) =>
  request('POST', `/api/v1/users/${id}/erase`, { as })

async function assertGone(service: TestService) {
  const rows = await rowsOf(service)
  for (const detail of [email, client]) assert.not.ok(rows.includes(detail), detail)
}

test('a log is erased in parts, because all of it may take longer than a statement can', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person('viewer', email)]
  await recordLogins(service, ada, 10_001)
  assert.is((await erase(service, admin, ada)).status, 200)
  await assertGone(service)
  const [log] = await service.sql`select count(*)::integer as total from audit_events`
  assert.is(log?.total, 10_003, 'with the deactivation and the erasure')
})

test('thousands of definitions that name a person are erased in parts', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person('editor', email)]
  await service.sql`
    insert into terms (name, definition, status, source, owner_id)
    select 'term ' || n, ${definition} || n, 'pending', 'import', ${ada.id} from generate_series(1, 2500) n`
  assert.is((await erase(service, admin, ada)).status, 200)
  await assertGone(service)
  const [terms] = await service.sql`
    select count(*)::integer as total from terms where definition ~ '^Ask …[.][0-9]+$'`
  assert.is(terms?.total, 2500)
})

test('an erasure that fails changes nothing', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person('editor', email)]
  await recordLogins(service, ada, 10)
  await service.term(ada, { definition })
  await service.sql`alter table users add check (email not like '%@erased.invalid')`
  const before = await rowsOf(service)
  assert.is((await erase(service, admin, ada)).status, 500)
  assert.is(await rowsOf(service), before)
})

test('nobody waits while the logs are erased, and what is added then is erased, too', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person('editor', email)]
  const other = await service.person('editor')
  await recordLogins(service, ada, 10)
  const { id } = await service.term(ada, { definition })
  const { release, ended } = await lockLog(service)
  const erasing = erase(service, admin, ada)
  await eventually('the erasure waits', () => isWaiting(service))
  const statuses = []
  for (const [method, path, as, body] of [
    ['POST', `/api/v1/terms/${id}/claim`, other, undefined],
    ['POST', `/api/v1/terms/${id}/vote`, other, undefined],
    ['PUT', `/api/v1/terms/${id}/follow`, ada, undefined],
    ['PATCH', `/api/v1/users/${other.id}/role`, admin, { role: 'viewer' }],
    ['POST', '/api/v1/terms', ada, { name: 'RPO', definition }],
  ] as const) {
    const answer = await service.request(method, path, { as, ...(body && { body }) })
    statuses.push(answer.status)
  }
  release()
  await ended
  assert.equal(statuses, [200, 200, 204, 200, 201])
  assert.is((await erasing).status, 200)
  await assertGone(service)
})

/** Locks the audit log's entries until `release` is called, so that an erasure waits for them. */
async function lockLog({ databaseUrl }: TestService) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let ended: Promise<void> = Promise.resolve()
  await new Promise<void>((locked) => {
    ended = sql.begin(async (tx) => {
      await tx`select from audit_events for update`
      locked()
      await released
    }) as Promise<void>
  })
  return { release, ended: ended.then(() => sql.end()) }
}

async function isWaiting({ sql }: TestService) {
  const waiting = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return waiting.length > 0
}

test('an erased account stays deactivated and keeps its role', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person()]
  await service.request('POST', `/api/v1/users/${ada.id}/erase`, { as: admin })
  const changes = [
    ['', { is_active: true }],
    ['/role', { role: 'admin' }],
  ] as const
  for (const [path, body] of changes) {
    const url = `/api/v1/users/${ada.id}${path}`
    const answer = await service.request('PATCH', url, { as: admin, body })
    assert.equal([answer.status, answer.body.code], [409, 'erased_account'])
  }
  const [user] = await service.sql`select role, is_active from users where id = ${ada.id}`
  assert.equal(user, { role: 'viewer', is_active: false })
})

test('nobody erases themselves, and unknown users are not found', async (service) => {
  const admin = await service.person('admin')
  const own = await erase(service, admin, admin)
  assert.equal([own.status, own.body.code], [409, 'own_account'])
  const nobody = { ...admin, id: '00000000-0000-4000-8000-000000000000' }
  assert.is((await erase(service, admin, nobody)).status, 404)
})

test('of two admins who erase each other at the same time, one stays', async (service) => {
  const [ada, bo] = [await service.person('admin'), await service.person('admin')]
  await Promise.all([erase(service, ada, bo), erase(service, bo, ada)])
  const admins = await service.sql`select from users where role = 'admin' and is_active`
  assert.is(admins.length, 1)
})

test.run()
