import { Response } from '@whatwg-node/fetch'
import * as assert from 'uvu/assert'
import { createApp } from '../lib/http/app.ts'
import {
  type CredentialCache,
  createCredentialCache,
  memorySpan,
} from '../lib/identity/credential-cache.ts'
import { rememberCredentials } from '../lib/identity/credential-invalidation.ts'
import { openContext } from '../lib/service.ts'
import { eventually } from './support/eventually.ts'
import { routes } from './support/routes.ts'
import { glossary, type Person, send, type TestService } from './support/test-service.ts'

const test = glossary('memory of credentials')

const viewer = { id: 'v', role: 'viewer', scopes: ['read'], via: 'token' } as const

/** A memory that counts how often it had to verify. */
function counted(now = () => new Date()) {
  const memory = createCredentialCache(now)
  memory.trust(true)
  let verified = 0
  const recall = (credential: string, expires?: number) =>
    memory.recall(credential, async () => {
      verified += 1
      return { actor: viewer, ...(expires !== undefined && { expires }) }
    })
  return { memory, recall, verified: () => verified }
}

test('a credential is verified once for a few seconds, and before it expires', async () => {
  let time = 1_000_000
  const { recall, verified } = counted(() => new Date(time))
  await recall('a')
  assert.equal(await recall('a'), viewer)
  assert.is(verified(), 1)
  await recall('b', time + 10)
  time += 10
  await recall('b', time + 10)
  assert.is(verified(), 3)
  time += memorySpan
  await recall('a')
  assert.is(verified(), 4)
})

test('nothing is remembered while changes are not heard of', async () => {
  const { memory, recall, verified } = counted()
  memory.trust(false)
  await recall('a')
  await recall('a')
  assert.is(verified(), 2)
})

test('what was verified while something changed is not remembered', async () => {
  const { memory, recall, verified } = counted()
  await memory.recall('a', async () => {
    memory.forget()
    return { actor: viewer }
  })
  await recall('a')
  assert.is(verified(), 1)
})

test('a refusal is not remembered, and memory has a bound', async () => {
  const { memory, recall, verified } = counted()
  const refuse = memory.recall('a', () => Promise.reject(new Error('no')))
  assert.is(await refuse.catch((error: Error) => error.message), 'no')
  for (let number = 0; number <= 10_000; number++) await recall(`c${number}`)
  await recall('c0')
  assert.is(verified(), 10_002)
})

/** Gives a memory something to remember, and says whether it does. */
async function remembers(memory: CredentialCache) {
  memory.forget()
  await memory.recall('probe', async () => ({ actor: { ...viewer, id: 'remembered' } }))
  return isRemembered(memory)
}

const isRemembered = async (memory: CredentialCache) =>
  (await memory.recall('probe', async () => ({ actor: viewer }))).id === 'remembered'

/** Starts another process of the same service, as far as a context is one. */
async function openSecond({ databaseUrl, ctx: { settings, log } }: TestService) {
  const { context, close } = openContext(databaseUrl, settings, log, { Response })
  const stop = rememberCredentials(databaseUrl, context)
  const app = createApp(routes, context)
  return {
    ask: async (headers: Record<string, string>) =>
      (await send(app, 'GET', '/api/v1/users?limit=1', { headers })).status,
    async close() {
      await stop()
      await close(Promise.resolve())
    },
  }
}

async function createToken({ request }: TestService, as: Person) {
  const { body } = await request('POST', '/api/v1/tokens', {
    as,
    body: { name: 'agent', scopes: ['read'] },
  })
  return { id: body.id as string, headers: { authorization: `Bearer ${body.token}` } }
}

test('other processes hear at once of revocation, deactivation and another role', async (service) => {
  const admin = await service.person('admin')
  const boss = await service.person('admin')
  const token = await createToken(service, boss)
  const session = { authorization: `Bearer ${boss.session}` }
  const second = await openSecond(service)
  try {
    const become = (status: number, headers: Record<string, string>) =>
      eventually(`the answer is ${status}`, async () => (await second.ask(headers)) === status)
    await become(200, session)
    await become(200, token.headers)
    await service.request('DELETE', `/api/v1/tokens/${token.id}`, { as: boss })
    await become(401, token.headers)
    const path = `/api/v1/users/${boss.id}`
    await service.request('PATCH', `${path}/role`, { as: admin, body: { role: 'viewer' } })
    await become(403, session)
    await service.request('PATCH', `${path}/role`, { as: admin, body: { role: 'admin' } })
    await become(200, session)
    await service.request('PATCH', path, { as: admin, body: { is_active: false } })
    await become(401, session)
  } finally {
    await second.close()
  }
})

test('a process remembers, and its own changes count from the next request on', async (service) => {
  const { ctx, sql, request } = service
  const stop = rememberCredentials(service.databaseUrl, ctx)
  try {
    const admin = await service.person('admin')
    const { id, headers } = await createToken(service, admin)
    const ask = async () => (await request('GET', '/api/v1/me', { headers })).status
    await sql`alter table api_tokens disable trigger api_tokens_credentials`
    await eventually('it remembers', () => remembers(ctx.credentials))

    assert.is(await ask(), 200)
    await sql`delete from api_tokens where id = ${id}`
    assert.is(await ask(), 200, 'nobody told of the change')
    await eventually('it is verified again', async () => (await ask()) === 401)

    const another = await createToken(service, admin)
    const askAgain = async () =>
      (await request('GET', '/api/v1/me', { headers: another.headers })).status
    assert.is(await askAgain(), 200)
    await request('DELETE', `/api/v1/tokens/${another.id}`, { as: admin })
    assert.is(await askAgain(), 401)
  } finally {
    await stop()
  }
})

test('a lost connection is replaced, and what was remembered before it is forgotten', async (service) => {
  const stop = rememberCredentials(service.databaseUrl, service.ctx)
  const { credentials } = service.ctx
  const hasForgotten = async () => !(await isRemembered(credentials))
  try {
    await eventually('it remembers', () => remembers(credentials))
    const ended = await service.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`
    assert.is(ended.length, 1)
    await eventually('it forgets', hasForgotten)
    await remembers(credentials)
    await service.sql`notify credentials`
    await eventually('it hears again', hasForgotten)
  } finally {
    await stop()
  }
})

test.run()
