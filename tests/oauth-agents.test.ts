import * as assert from 'uvu/assert'
import { callMcp, connect, refresh, registered } from './support/oauth-agent.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('connected agents')

const list = async ({ request }: TestService, as: Person, path = '/api/v1/me/agents') =>
  (await request('GET', path, { as })).body

const eventsOf = ({ sql }: TestService) => sql<{ action: string; actor_id: string; payload: object }[]>`
  select action, actor_id, payload from audit_events where action like 'agent.%' order by seq`

test('people see their agents, and admins those of all', async (service) => {
  const [ada, bo, admin] = [await service.person(), await service.person(), await service.person('admin')]
  const { clientId, access } = await connect(service, ada)
  await callMcp(service, access)
  await service.ctx.background.settle()
  const [agent, ...others] = await list(service, ada)
  assert.equal(others, [])
  const { id, created_at, last_used_at, expires_at, ...rest } = agent
  assert.equal(rest, { name: 'Claude Code', client_id: clientId, scopes: ['read'] })
  const days = (Date.parse(expires_at) - Date.parse(created_at)) / (24 * 60 * 60 * 1000)
  assert.ok(days > 29.9 && days < 30.1)
  assert.ok(Date.parse(last_used_at) >= Date.parse(created_at))

  assert.equal(await list(service, bo), [])
  assert.equal(await list(service, admin), [])
  const owner = { id: ada.id, display_name: ada.email }
  assert.equal(await list(service, admin, '/api/v1/admin/agents'), [{ ...agent, owner }])
  const shows = async (as: Person, path: string) =>
    (await service.request('GET', path, { as })).text.includes('Disconnect agent')
  assert.equal(
    [await shows(ada, '/tokens'), await shows(bo, '/tokens'), await shows(admin, '/tokens')],
    [true, false, false],
  )
  assert.is(await shows(admin, '/admin/agents'), true)
  const total = await service.request('GET', '/api/v1/me/agents?offset=1', { as: ada })
  assert.is(total.headers.get('x-total-count'), '1')
  assert.equal(total.body, [])
  assert.is((await service.request('DELETE', `/api/v1/me/agents/${id}`, { as: bo })).status, 404)
  assert.is((await callMcp(service, access)).status, 200)
})

for (const who of ['the person', 'an admin'] as const) {
  test(`${who} disconnects an agent, which is refused at once`, async (service) => {
    const ada = await service.person()
    const as = who === 'an admin' ? await service.person('admin') : ada
    service.ctx.credentials.setEnabled(true)
    const [one, two] = [await connect(service, ada), await connect(service, ada)]
    assert.is((await callMcp(service, one.access)).status, 200)
    const id = (await list(service, ada)).find(({ client_id }: { client_id: string }) => client_id === one.clientId).id
    const remove = () => service.request('DELETE', `/api/v1/me/agents/${id}`, { as })
    assert.is((await remove()).status, 204)
    assert.is((await callMcp(service, one.access)).status, 401)
    assert.is((await refresh(service, one)).body.error, 'invalid_grant')
    assert.is((await remove()).status, 404)
    assert.is((await callMcp(service, two.access)).status, 200)
    const last = (await eventsOf(service)).at(-1)
    assert.equal(last, {
      action: 'agent.disconnected',
      actor_id: as.id,
      payload: { name: 'Claude Code', client_id: one.clientId, user_id: ada.id },
    })
  })
}

test('a deactivated person has no agents any more, even after activation', async (service) => {
  const [ada, admin] = [await service.person(), await service.person('admin')]
  service.ctx.credentials.setEnabled(true)
  const connected = await connect(service, ada)
  assert.is((await callMcp(service, connected.access)).status, 200)
  const setActive = (is_active: boolean) =>
    service.request('PATCH', `/api/v1/users/${ada.id}`, { as: admin, body: { is_active } })
  for (const isActive of [false, true]) {
    await setActive(isActive)
    assert.is((await callMcp(service, connected.access)).status, 401)
    assert.is((await refresh(service, connected)).body.error, 'invalid_grant')
  }
  const events = await eventsOf(service)
  assert.equal(
    events.map(({ action, actor_id }) => [action, actor_id]),
    [
      ['agent.connected', ada.id],
      ['agent.disconnected', admin.id],
    ],
  )
})

test('clients that no agent uses are deleted after a day, and are unknown then', async (service) => {
  const connected = await connect(service, await service.person())
  const [unused, young] = [await registered(service), await registered(service)]
  const age = (hours: number) =>
    service.sql`update oauth_state set created_at = created_at - ${hours} * interval '1 hour'`
  await age(25)
  await service.sql`
    update oauth_state set created_at = now() where payload ->> 'client_id' = ${young}`
  await service.ctx.db.run('jobs/delete-old', { table_name: 'oauth_state', most: 100 })
  const clients = await service.sql<{ id: string }[]>`
    select payload ->> 'client_id' as id from oauth_state where kind = 'Client'`
  assert.equal(clients.map(({ id }) => id).sort(), [connected.clientId, young].sort())
  const gone = await refresh(service, { clientId: unused, refresh: connected.refresh })
  assert.is(gone.status, 401)
  assert.is(gone.body.error, 'invalid_client')
  assert.is((await refresh(service, connected)).status, 200)
})

test('agents whose tokens have expired are not listed, and are deleted', async (service) => {
  const ada = await service.person()
  await connect(service, ada)
  await service.sql`update agents set expires_at = now() - interval '1 second'`
  await service.sql`update oauth_state set expires_at = now() - interval '1 hour'
    where kind <> 'Client'`
  assert.equal(await list(service, ada), [])
  for (const table_name of ['agents', 'oauth_state'])
    await service.ctx.db.run('jobs/delete-old', { table_name, most: 100 })
  const [left] = await service.sql<{ agents: number; states: number }[]>`
    select
      (select count(*)::int from agents) as agents,
      (select count(*)::int from oauth_state where kind <> 'Client') as states`
  assert.equal(left, { agents: 0, states: 0 })
})

test.run()
