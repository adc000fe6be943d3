import { Response } from '@whatwg-node/fetch'
import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { type CredentialCache, createCredentialCache, ttlMs } from '../lib/identity/credential-cache.ts'
import { followChanges, openContext } from '../lib/service.ts'
import { eventually } from './support/eventually.ts'
import { glossary, type Person, send, type TestService } from './support/test-service.ts'

const test = glossary('credential cache')

const viewer = { id: 'v', role: 'viewer', scopes: ['read'], via: 'token' } as const

/** Creates a cache that counts verifications. */
function createCountingCache(now = () => new Date()) {
  const cache = createCredentialCache(now)
  cache.setEnabled(true)
  let verifications = 0
  const get = (credential: string, expiresAtMs?: number) =>
    cache.getOrVerify('session', credential, async () => {
      verifications += 1
      return { actor: viewer, ...(expiresAtMs !== undefined && { expiresAtMs }) }
    })
  return { cache, get, verifications: () => verifications }
}

test('a credential is verified again after the TTL and after it has expired', async () => {
  let time = 1_000_000
  const { get, verifications } = createCountingCache(() => new Date(time))
  await get('a')
  assert.equal(await get('a'), viewer)
  assert.is(verifications(), 1)
  await get('b', time + 10)
  time += 10
  await get('b', time + 10)
  assert.is(verifications(), 3)
  time += ttlMs
  await get('a')
  assert.is(verifications(), 4)
})

test('a disabled cache stores nothing', async () => {
  const { cache, get, verifications } = createCountingCache()
  cache.setEnabled(false)
  await get('a')
  await get('a')
  assert.is(verifications(), 2)
})

test('the result of a verification is not cached if the cache is cleared meanwhile', async () => {
  const { cache, get, verifications } = createCountingCache()
  await cache.getOrVerify('session', 'a', async () => {
    cache.clear()
    return { actor: viewer }
  })
  await get('a')
  assert.is(verifications(), 1)
})

test('errors are not cached, and the number of entries is limited', async () => {
  const { cache, get, verifications } = createCountingCache()
  const rejected = cache.getOrVerify('session', 'a', () => Promise.reject(new Error('no')))
  assert.is(await rejected.catch((error: Error) => error.message), 'no')
  for (let number = 0; number <= 10_000; number++) await get(`c${number}`)
  await get('c0')
  assert.is(verifications(), 10_002)
})

/** Puts an entry into the cache, and returns whether it is cached. */
async function fill(cache: CredentialCache) {
  cache.clear()
  await cache.getOrVerify('session', 'probe', async () => ({ actor: { ...viewer, id: 'cached' } }))
  return isFilled(cache)
}

const isFilled = async (cache: CredentialCache) =>
  (await cache.getOrVerify('session', 'probe', async () => ({ actor: viewer }))).id === 'cached'

/** Opens a second context on the same database, which stands for another process. */
async function openSecondContext({ databaseUrl, ctx: { settings, log } }: TestService) {
  const { context, close } = openContext(databaseUrl, settings, log, { Response })
  const stop = followChanges(databaseUrl, context)
  const app = createGlossary(context)
  return {
    status: async (headers: Record<string, string>) =>
      (await send(app, 'GET', '/api/v1/users?limit=1', { headers })).status,
    async close() {
      await stop()
      await close(Promise.resolve())
    },
  }
}

async function createToken({ request }: TestService, as: Person) {
  const { body } = await request('POST', '/api/v1/tokens', { as, body: { name: 'agent', scopes: ['read'] } })
  return { id: body.id as string, headers: { authorization: `Bearer ${body.token}` } }
}

test('other processes apply revocations, deactivations and role changes before the TTL has passed', async (service) => {
  const admin = await service.person('admin')
  const boss = await service.person('admin')
  const token = await createToken(service, boss)
  const session = { authorization: `Bearer ${boss.session}` }
  const second = await openSecondContext(service)
  try {
    const waitForStatus = (status: number, headers: Record<string, string>) =>
      eventually(`the status is ${status}`, async () => (await second.status(headers)) === status)
    await waitForStatus(200, session)
    await waitForStatus(200, token.headers)
    await service.request('DELETE', `/api/v1/tokens/${token.id}`, { as: boss })
    await waitForStatus(401, token.headers)
    const path = `/api/v1/users/${boss.id}`
    await service.request('PATCH', `${path}/role`, { as: admin, body: { role: 'viewer' } })
    await waitForStatus(403, session)
    await service.request('PATCH', `${path}/role`, { as: admin, body: { role: 'admin' } })
    await waitForStatus(200, session)
    await service.request('PATCH', path, { as: admin, body: { is_active: false } })
    await waitForStatus(401, session)
  } finally {
    await second.close()
  }
})

test('a process caches credentials, and its own changes apply from the next request on', async (service) => {
  const { ctx, sql, request } = service
  const stop = followChanges(service.databaseUrl, ctx)
  try {
    const admin = await service.person('admin')
    const { id, headers } = await createToken(service, admin)
    const status = async () => (await request('GET', '/api/v1/me', { headers })).status
    await sql`alter table api_tokens disable trigger api_tokens_credentials`
    await eventually('the cache is enabled', () => fill(ctx.credentials))

    assert.is(await status(), 200)
    await sql`delete from api_tokens where id = ${id}`
    assert.is(await status(), 200, 'the change was not notified')
    await eventually('the credential is verified again', async () => (await status()) === 401)

    const another = await createToken(service, admin)
    const statusOfSecond = async () => (await request('GET', '/api/v1/me', { headers: another.headers })).status
    assert.is(await statusOfSecond(), 200)
    await request('DELETE', `/api/v1/tokens/${another.id}`, { as: admin })
    assert.is(await statusOfSecond(), 401)
  } finally {
    await stop()
  }
})

test('a lost connection is replaced, and the cache is cleared', async (service) => {
  const stop = followChanges(service.databaseUrl, service.ctx)
  const { credentials } = service.ctx
  const isEmpty = async () => !(await isFilled(credentials))
  try {
    await eventually('the cache is enabled', () => fill(credentials))
    const ended = await service.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`
    assert.is(ended.length, 1)
    await eventually('the cache is cleared', isEmpty)
    await fill(credentials)
    await service.sql`notify credentials`
    await eventually('notifications arrive again', isEmpty)
  } finally {
    await stop()
  }
})

test.run()
