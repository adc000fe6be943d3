import * as assert from 'uvu/assert'
import { bearer, cookie } from './support/credentials.ts'
import { eventually } from './support/eventually.ts'
import { webhook } from './support/receiver.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const env = { SERVICE_PRIVATE_ADDRESSES: 'true', SERVICE_DEV_MODE: 'true' }
const test = glossary('what a deactivation ends', env)

const setActive = (service: TestService, as: Person, { id }: Person, is_active: boolean) =>
  service.request('PATCH', `/api/v1/users/${id}`, { as, body: { is_active } })

const logIn = async ({ request }: TestService, { email }: Person) => {
  const query = new URLSearchParams({ email })
  const { headers } = await request('GET', `/auth/dev/login?${query}`)
  return /user_id=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
}

const tokenOf = async ({ request }: TestService, as: Person, scopes: string[]) =>
  (await request('POST', '/api/v1/tokens', { as, body: { name: 'ci', scopes } })).body.token

test('sessions, API tokens and feeds end for good: activating the account revives none', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person()]
  const session = await logIn(service, ada)
  const read = await tokenOf(service, ada, ['read'])
  const feed = await tokenOf(service, ada, ['feed'])
  const tries: [path: string, headers: Record<string, string>][] = [
    ['/api/v1/me', { authorization: `Bearer ${ada.session}` }],
    ['/api/v1/me', { cookie: `user_id=${session}` }],
    ['/api/v1/me', bearer(read)],
    [`/feeds/${feed}/atom`, {}],
  ]
  const statuses = async () => {
    const answers = []
    for (const [path, headers] of tries) answers.push(await service.request('GET', path, { headers }))
    return answers.map(({ status }) => status)
  }
  assert.equal(await statuses(), [200, 200, 200, 200])
  await setActive(service, admin, ada, false)
  const ended = await statuses()
  assert.ok(
    ended.every((status) => status === 401 || status === 404),
    ended.join(),
  )
  await setActive(service, admin, ada, true)
  assert.equal(await statuses(), ended)
  const again = await logIn(service, ada)
  const headers = { cookie: `user_id=${again}` }
  assert.is((await service.request('GET', '/api/v1/me', { headers })).status, 200)
  const events = await service.sql`
    select actor_id, payload ->> 'name' as name from audit_events where action = 'token.revoked'`
  assert.equal(
    events.map((event) => ({ ...event })),
    Array(2).fill({ actor_id: admin.id, name: 'ci' }),
  )
})

test('embed keys and webhooks stay, and lists and the page of users name who created them', async (service) => {
  const [admin, bo] = [await service.person('admin'), await service.person('admin')]
  const { id } = await webhook(service, bo, 'http://127.0.0.1:9999/hook')
  const body = { name: 'Wiki of Bo', origins: ['https://wiki.example.com'] }
  const created = await service.request('POST', '/api/v1/admin/embed-keys', { as: bo, body })
  assert.equal([created.status, created.body.created_by.id], [201, bo.id])
  await setActive(service, admin, bo, false)
  for (const list of ['webhooks', 'embed-keys']) {
    const answer = await service.request('GET', `/api/v1/admin/${list}`, { as: admin })
    assert.equal(answer.body[0].created_by, { id: bo.id, display_name: bo.email }, list)
  }
  const users = await service.request('GET', '/admin/users', { headers: cookie(admin) })
  assert.match(users.text, `href="/admin/webhooks/${id}"`)
  assert.match(users.text, 'Embed key Wiki of Bo')
  for (const page of ['/admin/embed', '/admin/webhooks', `/admin/webhooks/${id}`]) {
    const { text } = await service.request('GET', page, { headers: cookie(admin) })
    assert.match(text, `Created by ${bo.email}`, page)
  }
})

test('whoever owns a large glossary can be deactivated, and loses their terms in parts', async (service) => {
  const { sql } = service
  const [admin, ada] = [await service.person('admin'), await service.person()]
  await sql`
    insert into terms (name, definition, status, source, owner_id)
    select 'term ' || n, 'What it means.', 'pending', 'import', ${ada.id} from generate_series(1, 2500) n`
  const held = await sql.reserve()
  await held`begin`
  await held`select from terms where name = 'term 2500' for update`
  const { status, body } = await setActive(service, admin, ada, false)
  assert.equal([status, body.is_active], [200, false])
  await held`rollback`
  held.release()
  const owned = async () => {
    const [row] = await sql`select count(*)::integer as total from terms where owner_id = ${ada.id}`
    return row?.total
  }
  await eventually('nobody owns them', async () => (await owned()) === 0)
  const [recorded] = await sql`
    select
      (select count(*)::integer from term_history
        where action = 'claimed' and actor_id = ${admin.id} and changes #>> '{owner,from,id}' = ${ada.id}) as history,
      (select count(*)::integer from audit_events
        where action = 'term.claimed' and actor_id = ${admin.id} and payload ->> 'from' = ${ada.id}) as audit`
  assert.equal({ ...recorded }, { history: 2500, audit: 2500 })
})

test.run()
