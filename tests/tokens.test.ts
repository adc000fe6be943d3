import { createHash, randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { apiToken, bearer, cookie } from './support/credentials.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('tokens')
const dev = glossary('tokens in development mode', { SERVICE_DEV_MODE: 'true' })

type Token = { id: string; name: string }

const listIds = async ({ request }: Pick<TestService, 'request'>, as: Parameters<TestService['term']>[0]) =>
  (await request('GET', '/api/v1/tokens', { as })).body.map(({ id }: Token) => id)

test('a token is returned once, when it is created', async ({ person, request }) => {
  const as = await person()
  const body = { name: 'build server', scopes: ['read', 'write'] }
  const { status, headers, body: created } = await request('POST', '/api/v1/tokens', { as, body })
  assert.is(status, 201)
  assert.is(headers.get('location'), `/api/v1/tokens/${created.id}`)
  assert.is(headers.get('cache-control'), 'no-store')
  const { id, token, created_at, ...others } = created
  assert.equal(others, {
    name: 'build server',
    scopes: ['read', 'write'],
    user_id: as.id,
    last_used_at: null,
    expires_at: null,
  })
  assert.match(token, /^glo_[\w-]{43}$/)

  const list = await request('GET', '/api/v1/tokens', { as })
  assert.equal(list.body, [{ id, created_at, ...others }])
  assert.not.match(list.text, token)
})

test('only the SHA-256 hash of a token is stored', async (service) => {
  const { id, token } = await apiToken(service, await service.person())
  const [row] = await service.sql<{ token_hash: Uint8Array }[]>`
    select token_hash from api_tokens where id = ${id}`
  const hash = createHash('sha256').update(token).digest('hex')
  assert.is(Buffer.from(row?.token_hash ?? []).toString('hex'), hash)
  const tables = await service.sql<{ dump: string }[]>`
    select query_to_xml(format('select * from %I', table_name), true, false, '')::text as dump
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  assert.ok(tables.length >= 7)
  const stored = tables.map(({ dump }) => dump).join('')
  assert.match(stored, id)
  assert.not.match(stored, token.slice('glo_'.length))
})

dev('all kinds of sessions can create tokens, API tokens cannot', async (service) => {
  const ada = await service.person('admin')
  const { token } = await apiToken(service, ada, ['read', 'write'])
  const statusOf = async (headers: Record<string, string>) =>
    (await service.request('POST', '/api/v1/tokens', { headers, body: { name: 'more' } })).status
  assert.is(await statusOf(cookie(ada)), 201)
  assert.is(await statusOf(bearer(ada.session)), 201)
  assert.is(await statusOf({ 'x-user-id': ada.id }), 201)
  assert.is(await statusOf(bearer(token)), 403)
  assert.is(await statusOf({ ...bearer(token), ...cookie(ada), 'x-user-id': ada.id }), 403)
  assert.is((await service.sql`select 1 from api_tokens`).length, 4)
})

test('the list has only the tokens of the caller, also for admins, newest first', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person()]
  const first = await apiToken(service, ada)
  const theirs = await apiToken(service, admin)
  const second = await apiToken(service, ada)
  assert.equal(await listIds(service, ada), [second.id, first.id])
  assert.equal(await listIds(service, admin), [theirs.id])
})

test('a deleted token is gone; others are there for their owner and admins alone', async (service) => {
  const [admin, editor, ada] = [await service.person('admin'), await service.person('editor'), await service.person()]
  const [{ id, token }, other] = [await apiToken(service, ada), await apiToken(service, ada)]
  const remove = async (as: typeof ada, path = id) =>
    (await service.request('DELETE', `/api/v1/tokens/${path}`, { as })).status
  const use = async () => (await service.request('GET', '/api/v1/me', { headers: bearer(token) })).status
  assert.equal([await remove(editor), await remove(editor, randomUUID()), await use()], [404, 404, 200])
  assert.equal([await remove(admin), await use(), await remove(ada)], [204, 401, 404])
  assert.equal(await listIds(service, ada), [other.id])
  assert.equal([await remove(ada, other.id), await listIds(service, ada)], [204, []])
})

test('a token with the scope write can delete tokens, even itself', async (service) => {
  const ada = await service.person()
  const { id, token } = await apiToken(service, ada, ['write'])
  const headers = bearer(token)
  assert.is((await service.request('DELETE', `/api/v1/tokens/${id}`, { headers })).status, 204)
  assert.is((await service.request('DELETE', `/api/v1/tokens/${id}`, { headers })).status, 401)
})

test('a token works until it expires, in every place, and is listed with its end', async (service) => {
  const { request, sql, ctx } = service
  const as = await service.person()
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const create = async (scopes: string[]) => {
    const body = { name: 'ci', scopes, expires_at }
    return (await request('POST', '/api/v1/tokens', { as, body })).body
  }
  const [reader, feed] = [await create(['read']), await create(['feed'])]
  assert.is(Date.parse(reader.expires_at), Date.parse(expires_at))
  const [listed] = (await request('GET', '/api/v1/tokens', { as })).body
  assert.is(listed.expires_at, feed.expires_at)
  const answers = () =>
    Promise.all([
      request('GET', '/api/v1/terms', { headers: bearer(reader.token) }),
      request('POST', '/mcp', { headers: bearer(reader.token), body: {} }),
      request('GET', `/feeds/${feed.token}/json`),
    ])
  ctx.credentials.setEnabled(true)
  assert.equal(
    (await answers()).map(({ status }) => status),
    [200, 400, 200],
  )
  await sql`update api_tokens set expires_at = now() where user_id = ${as.id}`
  ctx.credentials.clear()
  assert.equal(
    (await answers()).map(({ status, body }) => [status, body.code]),
    [1, 2, 3].map(() => [401, 'token_expired']),
  )
})

test('a cached token ends when it expires', async (service) => {
  const { request, clock, ctx } = service
  const as = await service.person()
  const expires_at = new Date(Date.now() + 4000).toISOString()
  const body = { name: 'ci', expires_at }
  const { token } = (await request('POST', '/api/v1/tokens', { as, body })).body
  ctx.credentials.setEnabled(true)
  const status = async () => (await request('GET', '/api/v1/me', { headers: bearer(token) })).status
  clock.now = new Date()
  assert.is(await status(), 200)
  await new Promise((resolve) => setTimeout(resolve, Date.parse(expires_at) - Date.now() + 20))
  assert.is(await status(), 401)
})

test('the time of the last use is recorded at most once a minute', async (service) => {
  const { ctx, request, sql } = service
  const ada = await service.person()
  const [used, unused] = [await apiToken(service, ada), await apiToken(service, ada)]
  const use = async () => {
    await request('GET', '/api/v1/me', { headers: bearer(used.token) })
    await ctx.background.settle()
    const { body } = await request('GET', '/api/v1/tokens', { as: ada })
    const byId = new Map(body.map((token: Token & { last_used_at: string }) => [token.id, token]))
    assert.is((byId.get(unused.id) as { last_used_at: null }).last_used_at, null)
    return (byId.get(used.id) as { last_used_at: string }).last_used_at
  }
  const first = await use()
  assert.match(first, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  await sql`update api_tokens set last_used_at = '2026-01-01T00:00:00Z' where id = ${used.id}`
  assert.ok((await use()) >= first)
})

test.run()
dev.run()
