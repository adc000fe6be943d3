import { createHash } from 'node:crypto'
import * as assert from 'uvu/assert'
import { auditedRequests } from './support/audited-requests.ts'
import { apiToken, bearer, cookie } from './support/credentials.ts'
import { glossary, secretKey, type TestService, threeLanguages } from './support/test-service.ts'

const test = glossary('audit', {
  ...threeLanguages,
  SERVICE_DEV_MODE: 'true',
  SERVICE_ADMIN_EMAILS: 'boss@example.com',
})

const targetTypes: Record<string, string> = { job: 'job_run', auth: 'user' }

const events = async ({ sql }: TestService) =>
  (await sql`select * from audit_events order by seq`).map((row) => ({ ...row }))

/** All rows except the audit events. */
async function everything({ sql }: TestService) {
  const tables = 'users terms votes term_history api_tokens job_runs outbox_messages'.split(' ')
  const [row] = await sql.unsafe(
    `select ${tables.map(
      (table) => `(select jsonb_agg(to_jsonb(t) order by to_jsonb(t)) from ${table} t) as ${table}`,
    )}`,
  )
  return { ...row }
}

/** What an action does besides has events of its own. */
const others: Record<string, string[]> = { 'term.deleted': ['dispute.resolved'], 'user.deactivated': ['token.revoked'] }

test('every action records one event with its actor and target', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person()]
  for (const { action, actor, target, payload, send } of await auditedRequests(service, admin, ada)) {
    const before = await events(service)
    const { status, body } = await send()
    assert.ok(status >= 200 && status < 300, `${action}: ${status}`)
    const recorded = (await events(service)).slice(before.length)
    const event = recorded.find((each) => each.action === action)
    assert.equal(
      recorded.filter((each) => each !== event).map((each) => each.action),
      others[action] ?? [],
      action,
    )
    const kind = action.split('.')[0] ?? ''
    assert.equal(
      [event?.action, event?.actor_id, event?.target_type, event?.target_id],
      [action, actor.id, targetTypes[kind] ?? kind, target ?? body.id],
    )
    assert.equal(event?.payload, { ...event?.payload, ...payload }, action)
  }
})

test('a change is rolled back if its event cannot be recorded', async (service) => {
  const { request, sql } = service
  const [admin, ada] = [await service.person('admin'), await service.person()]
  const gone = await service.person('viewer', 'gone@example.com')
  const boss = await service.person('viewer', 'boss@example.com')
  await sql`update users set is_active = false where id = ${gone.id}`
  const logins = ['new@example.com', gone.email, boss.email].map((email) => ({
    action: `login of ${email}`,
    send: () => request('GET', `/auth/dev/login?email=${email}`),
  }))
  const requests = [...(await auditedRequests(service, admin, ada)), ...logins]
  await sql`
    create function refuse_events() returns trigger language plpgsql as
    $$ begin raise exception 'event refused'; end $$`
  await sql`
    create trigger refuse_events before insert on audit_events
    for each row execute function refuse_events()`

  for (const { action, send } of requests) {
    await sql`alter table audit_events enable trigger refuse_events`
    const before = await everything(service)
    const refused = await send()
    assert.is(refused.status, 500, action)
    assert.is(refused.headers.get('set-cookie'), null)
    assert.equal(await everything(service), before, action)
    await sql`alter table audit_events disable trigger refuse_events`
    const { status } = await send()
    assert.ok(status < 400 || action.includes(gone.email), `${action}: ${status}`)
    await service.ctx.background.settle()
  }
})

test('requests that are refused or change nothing record no event', async (service) => {
  const { request } = service
  const [admin, editor, ada] = [await service.person('admin'), await service.person('editor'), await service.person()]
  const { id } = await service.term(ada, { name: 'SLA' })
  const { id: ownId } = await service.term(editor)
  const { id: tokenId } = await apiToken(service, ada)
  const [term, user] = [`/api/v1/terms/${id}`, `/api/v1/users/${ada.id}`]
  const sla = { name: 'SLA', definition: 'A promise.' }
  await request('POST', `${term}/vote`, { as: ada })
  const before = await events(service)
  const requests = [
    [200, 'POST', `${term}/vote`, ada, undefined],
    [200, 'DELETE', `${term}/vote`, editor, undefined],
    [200, 'PUT', term, ada, { version: 1, name: 'SLA' }],
    [200, 'POST', `${term}/claim`, ada, undefined],
    [200, 'POST', `/api/v1/terms/${ownId}/claim`, editor, undefined],
    [200, 'PATCH', user, admin, { is_active: true }],
    [200, 'PATCH', `${user}/role`, admin, { role: 'viewer' }],
    [403, 'DELETE', term, ada, undefined],
    [404, 'DELETE', `/api/v1/tokens/${tokenId}`, editor, undefined],
    [404, 'POST', `/api/v1/terms/${ada.id}/dispute`, ada, {}],
    [409, 'POST', '/api/v1/terms', ada, sla],
    [409, 'PUT', term, ada, { version: 2, name: 'SLO' }],
    [409, 'POST', `${term}/official`, editor, undefined],
    [409, 'PATCH', `/api/v1/users/${admin.id}/role`, admin, { role: 'viewer' }],
    [422, 'POST', '/api/v1/tokens', ada, { name: '' }],
    [422, 'POST', '/api/v1/admin/jobs/cleaning/run', admin, undefined],
  ] as const
  for (const [status, method, path, as, body] of requests) {
    assert.is((await request(method, path, { as, body })).status, status, `${method} ${path}`)
  }
  assert.is((await request('GET', '/auth/dev/login?email=nonsense')).status, 422)
  assert.equal(await events(service), before)
})

test('events contain no secrets', async (service) => {
  const { request } = service
  const login = await request('GET', '/auth/dev/login?email=boss@example.com')
  const session = /user_id=([^;]+)/.exec(login.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const headers = { cookie: `user_id=${session}` }
  const { body: boss } = await request('GET', '/api/v1/me', { headers })
  const admin = { ...boss, session }
  const { id, token } = await apiToken(service, admin, ['read', 'write'])
  await request('POST', '/api/v1/terms', { headers: bearer(token), body: { name: 'SLA', definition: 'A promise.' } })
  await request('DELETE', `/api/v1/tokens/${id}`, { headers: cookie(admin) })

  const { status, body, text } = await request('GET', '/api/v1/admin/audit', { headers })
  assert.is(status, 200)
  assert.equal(
    body.map(({ action }: { action: string }) => action),
    ['token.revoked', 'term.created', 'token.created', 'auth.login', 'user.created'],
  )
  const hash = createHash('sha256').update(token)
  const secrets = {
    'the token': token.slice('glo_'.length),
    'the hash of the token': hash.copy().digest('hex'),
    'the hash of the token in Base64': hash.digest('base64').slice(0, 40),
    'the session': session.split('.')[2] ?? '',
    'the key': secretKey,
  }
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(secret.length >= 40, name)
    assert.not.ok(text.includes(secret), `the audit log shows ${name}`)
  }
})

test('a category whose name looks like an ID does not keep the audit log from being shown', async (service) => {
  const admin = await service.person('admin')
  await service.term(admin, { category: 'Ops' })
  for (const [from, to] of [
    ['Ops', '-'.repeat(36)],
    ['-'.repeat(36), 'beef'.repeat(9)],
  ] as const) {
    const path = `/api/v1/categories/${from}`
    const renamed = await service.request('PATCH', path, { as: admin, body: { name: to } })
    assert.is(renamed.status, 200)
  }
  for (const path of ['/api/v1/admin/audit', '/admin/audit'])
    assert.is((await service.request('GET', path, { as: admin })).status, 200, path)
})

test.run()
