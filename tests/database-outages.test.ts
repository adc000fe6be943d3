import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { openDatabase } from '../lib/db/database.ts'
import { eventually } from './support/eventually.ts'
import type { ServerProcess } from './support/process.ts'
import { postmaster, servers } from './support/servers.ts'

// The service reaches the database through a proxy that can be closed, or swallow data.
const test = servers('database outages')

/** Starts a TCP proxy in front of a database. */
async function startProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isSwallowing = false
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [[client, database] as const, [database, client] as const]) {
      sockets.add(socket)
      socket.on('data', (chunk) => isSwallowing || other.write(chunk))
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const breakConnections = () => {
    for (const socket of sockets) socket.destroy()
  }

  return {
    url: Object.assign(new URL(target), { port: String(port) }).href,
    /** Breaks all connections. New ones work. */
    breakConnections,
    /** Breaks all connections, and refuses new ones until `restore`. */
    async refuse() {
      const closed = once(server, 'close')
      server.close()
      breakConnections()
      await closed
    },
    /** Breaks all connections, accepts new ones and discards their data until `restore`. */
    swallow() {
      isSwallowing = true
      breakConnections()
    },
    async restore() {
      isSwallowing = false
      breakConnections()
      if (!server.listening) await listen(port)
    },
    async close() {
      breakConnections()
      if (server.listening) await once(server.close(), 'close')
    },
  }
}

async function logIn({ url }: ServerProcess, email: string) {
  const response = await fetch(`${url}/auth/dev/login?email=${email}`, { redirect: 'manual' })
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
}

async function assertUnavailable(response: Response) {
  assert.is(response.status, 503)
  assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/)
  const { code, request_id, status } = await response.json()
  assert.is(status, 503)
  assert.match(code, /^(database_unreachable|timeout)$/)
  assert.is(request_id, response.headers.get('x-request-id'))
}

const term = { name: 'SLA', definition: 'A promise.' }

async function assertRecovers(request: Awaited<ReturnType<typeof logIn>>) {
  await eventually('all connections work again', async () => {
    const paths = Array.from({ length: 20 }, (_, i) => (i % 2 ? '/ready' : '/api/v1/terms'))
    const responses = await Promise.all(paths.map((path) => request('GET', path)))
    return responses.every(({ status }) => status === 200)
  })
}

test('while the database refuses connections, requests get 503', async (service) => {
  const proxy = await startProxy(await service.database())
  const server = await service.start({ SERVICE_DATABASE_URL: proxy.url, SERVICE_DEV_MODE: 'true' })
  const request = await logIn(server, 'ada@example.com')
  for (let outage = 0; outage < 2; outage++) {
    await proxy.refuse()
    await assertUnavailable(await request('GET', '/ready'))
    await assertUnavailable(await request('GET', '/api/v1/terms'))
    await assertUnavailable(await request('POST', '/api/v1/terms', term))
    const many = Array.from({ length: 20 }, () => request('GET', '/api/v1/me'))
    for (const response of await Promise.all(many)) await assertUnavailable(response)
    assert.is((await request('GET', '/health')).status, 200)
    assert.is((await request('GET', '/login')).status, 200)
    await proxy.restore()
    await assertRecovers(request)
  }
  assert.is((await request('POST', '/api/v1/terms', term)).status, 201)
  assert.is(await server.stop(), 0)
  assert.is(server.output.stderr, '')
  await proxy.close()
})

test('while the database accepts connections and does not answer, requests get 503', async (service) => {
  const proxy = await startProxy(await service.database())
  const server = await service.start({ SERVICE_DATABASE_URL: proxy.url, SERVICE_DEV_MODE: 'true' })
  const request = await logIn(server, 'ada@example.com')
  proxy.swallow()
  const waiting = request('GET', '/ready')
  assert.is((await request('GET', '/health')).status, 200)
  await assertUnavailable(await waiting)
  await proxy.restore()
  await assertRecovers(request)
  assert.is(await server.stop(), 0)
  await proxy.close()
})

test('connections that break while idle are reopened without an error', async (service) => {
  const proxy = await startProxy(await service.database())
  const server = await service.start({ SERVICE_DATABASE_URL: proxy.url, SERVICE_DEV_MODE: 'true' })
  const request = await logIn(server, 'ada@example.com')
  await assertRecovers(request)
  proxy.breakConnections()
  await assertRecovers(request)
  await proxy.close()
})

test('a request whose connection breaks gets 503, and its change is rolled back', async (service) => {
  const url = await service.database()
  const proxy = await startProxy(url)
  const server = await service.start({ SERVICE_DATABASE_URL: proxy.url, SERVICE_DEV_MODE: 'true' })
  const request = await logIn(server, 'ada@example.com')
  const { id } = await (await request('POST', '/api/v1/terms', term)).json()
  const sql = postgres(url, { max: 2 })
  const waiting = await sql.begin(async (tx) => {
    await tx`select from terms where id = ${id} for update`
    const all = [`terms/${id}/vote`, `terms/${id}/dispute`].map((path) => request('POST', `/api/v1/${path}`, {}))
    await eventually('both requests wait for the row', async () => {
      const rows = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return rows.length === 2
    })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return all
  })
  for (const response of await Promise.all(waiting)) await assertUnavailable(response)
  await assertRecovers(request)
  const [row] = await sql`select (select count(*)::int from votes) as votes,
    (select count(*)::int from term_history) as entries`
  assert.equal({ ...row }, { votes: 0, entries: 1 })
  await sql.end()
  await proxy.close()
})

const endings: [what: string, end: (next: () => Promise<unknown>) => Promise<unknown>][] = [
  ['runs another statement', (next) => next()],
  ['catches the error of another statement', (next) => next().catch(() => 'ignored')],
  ['throws an error of its own', () => Promise.reject(new TypeError('mine'))],
  ['returns', () => Promise.resolve('done')],
]

for (const [what, end] of endings) {
  test(`a transaction fails once when its connection is lost and its work ${what}`, async (service) => {
    const url = await service.database()
    const db = openDatabase(url)
    const sql = postgres(url, { max: 1 })
    const failures: { code: string }[] = []
    const lost = db.begin(async (tx) => {
      await tx.run('identity/lock-admins')
      await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`
      await eventually('the transaction has failed', () => failures.length > 0)
      return end(() => tx.one('db/ping'))
    })
    await lost.catch((error) => failures.push(error))
    assert.equal(
      failures.map(({ code }) => code),
      ['database_unreachable'],
    )
    assert.ok(await db.one('db/ping'))
    await Promise.all([db.end(), sql.end()])
  })
}

test('the service can be stopped while the database is down', async (service) => {
  const proxy = await startProxy(await service.database())
  const server = await service.start({ SERVICE_DATABASE_URL: proxy.url, SERVICE_DEV_MODE: 'true' })
  const request = await logIn(server, 'ada@example.com')
  await proxy.refuse()
  await assertUnavailable(await request('GET', '/ready'))
  assert.is(await server.stop(), 0)
  await proxy.close()
})

test('if the embedded PostgreSQL dies, requests get 503, and the next start recovers', async (service) => {
  const env = { SERVICE_DATA_DIR: await service.dataDirectory(), SERVICE_DEV_MODE: 'true' }
  const server = await service.start(env)
  const request = await logIn(server, 'ada@example.com')
  assert.is((await request('POST', '/api/v1/terms', term)).status, 201)
  process.kill(await postmaster(env.SERVICE_DATA_DIR), 'SIGQUIT')
  await eventually('the service notices', async () => (await request('GET', '/ready')).status === 503)
  await assertUnavailable(await request('GET', '/api/v1/terms'))
  assert.is((await request('GET', '/health')).status, 200)
  assert.is(await server.stop(), 0)
  const again = await logIn(await service.start(env), 'ada@example.com')
  assert.is((await (await again('GET', '/api/v1/terms')).json()).total, 1)
})

test.run()
