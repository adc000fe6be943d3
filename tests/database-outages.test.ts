import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { openDatabase } from '../lib/db/database.ts'
import { eventually } from './support/eventually.ts'
import type { ServerProcess } from './support/process.ts'
import { postmaster, servers } from './support/servers.ts'

// The road to the database is a proxy here, which can be cut, and swallow what it is sent.
const test = servers('database outages')

/** A way to a database that can be cut. */
async function openRoad(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isHole = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket)
      socket.on('data', (chunk) => isHole || other.write(chunk))
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
  const breakOff = () => {
    for (const socket of sockets) socket.destroy()
  }

  return {
    url: Object.assign(new URL(target), { port: String(port) }).href,
    /** breaks all connections; later ones go through */
    breakOff,
    /** breaks all connections, and refuses later ones until mended */
    async cut() {
      const closed = once(server, 'close')
      server.close()
      breakOff()
      await closed
    },
    /** breaks all connections, and swallows later ones until mended */
    swallow() {
      isHole = true
      breakOff()
    },
    async mend() {
      isHole = false
      breakOff()
      if (!server.listening) await listen(port)
    },
    async close() {
      breakOff()
      if (server.listening) await once(server.close(), 'close')
    },
  }
}

async function logIn({ url }: ServerProcess, email: string) {
  const answer = await fetch(`${url}/auth/dev/login?email=${email}`, { redirect: 'manual' })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
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
  assert.equal([status, code], [503, 'database_unavailable'])
  assert.is(request_id, response.headers.get('x-request-id'))
}

const term = { name: 'SLA', definition: 'A promise.' }

async function assertBack(request: Awaited<ReturnType<typeof logIn>>) {
  await eventually('all connections are back', async () => {
    const paths = Array.from({ length: 20 }, (_, i) => (i % 2 ? '/ready' : '/api/v1/terms'))
    const answers = await Promise.all(paths.map((path) => request('GET', path)))
    return answers.every(({ status }) => status === 200)
  })
}

test('a database that refuses connections is 503 until it is back', async (service) => {
  const road = await openRoad(await service.database())
  const server = await service.start({ SERVICE_DATABASE_URL: road.url, SERVICE_DEV_MODE: 'true' })
  const request = await logIn(server, 'ada@example.com')
  for (let outage = 0; outage < 2; outage++) {
    await road.cut()
    await assertUnavailable(await request('GET', '/ready'))
    await assertUnavailable(await request('GET', '/api/v1/terms'))
    await assertUnavailable(await request('POST', '/api/v1/terms', term))
    const many = Array.from({ length: 20 }, () => request('GET', '/api/v1/me'))
    for (const answer of await Promise.all(many)) await assertUnavailable(answer)
    assert.is((await request('GET', '/health')).status, 200)
    assert.is((await request('GET', '/login')).status, 200)
    await road.mend()
    await assertBack(request)
  }
  assert.is((await request('POST', '/api/v1/terms', term)).status, 201)
  assert.is(await server.stop(), 0)
  assert.is(server.output.stderr, '')
  await road.close()
})

test('a database that swallows connections is 503 as well', async (service) => {
  const road = await openRoad(await service.database())
  const server = await service.start({ SERVICE_DATABASE_URL: road.url, SERVICE_DEV_MODE: 'true' })
  const request = await logIn(server, 'ada@example.com')
  road.swallow()
  const waiting = request('GET', '/ready')
  assert.is((await request('GET', '/health')).status, 200)
  await assertUnavailable(await waiting)
  await road.mend()
  await assertBack(request)
  assert.is(await server.stop(), 0)
  await road.close()
})

test('connections that break while nobody uses them go unnoticed', async (service) => {
  const road = await openRoad(await service.database())
  const server = await service.start({ SERVICE_DATABASE_URL: road.url, SERVICE_DEV_MODE: 'true' })
  const request = await logIn(server, 'ada@example.com')
  await assertBack(request)
  road.breakOff()
  await assertBack(request)
  await road.close()
})

test('a connection that breaks under a request is 503, and the change is undone', async (service) => {
  const url = await service.database()
  const road = await openRoad(url)
  const server = await service.start({ SERVICE_DATABASE_URL: road.url, SERVICE_DEV_MODE: 'true' })
  const request = await logIn(server, 'ada@example.com')
  const { id } = await (await request('POST', '/api/v1/terms', term)).json()
  const sql = postgres(url, { max: 2 })
  const waiting = await sql.begin(async (tx) => {
    await tx`select from terms where id = ${id} for update`
    const all = [`terms/${id}/vote`, `terms/${id}/dispute`].map((path) =>
      request('POST', `/api/v1/${path}`, {}),
    )
    await eventually('both wait for the row', async () => {
      const rows = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return rows.length === 2
    })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return all
  })
  for (const answer of await Promise.all(waiting)) await assertUnavailable(answer)
  await assertBack(request)
  const [row] = await sql`select (select count(*)::int from votes) as votes,
    (select count(*)::int from term_history) as entries`
  assert.equal({ ...row }, { votes: 0, entries: 1 })
  await sql.end()
  await road.close()
})

const endings: [what: string, end: (next: () => Promise<unknown>) => Promise<unknown>][] = [
  ['asks on', (next) => next()],
  ['shrugs it off', (next) => next().catch(() => 'well')],
  ['fails for a reason of its own', () => Promise.reject(new TypeError('mine'))],
  ['is content', () => Promise.resolve('done')],
]

for (const [what, end] of endings) {
  test(`a transaction that has lost its connection and ${what} fails, no more`, async (service) => {
    const url = await service.database()
    const db = openDatabase(url)
    const sql = postgres(url, { max: 1 })
    const failures: { code: string }[] = []
    const lost = db.begin(async (tx) => {
      await tx.one('users/lock-admins')
      await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`
      await eventually('it has failed', () => failures.length > 0)
      return end(() => tx.one('health/ping'))
    })
    await lost.catch((error) => failures.push(error))
    assert.equal(
      failures.map(({ code }) => code),
      ['database_unavailable'],
    )
    assert.ok(await db.one('health/ping'))
    await Promise.all([db.end(), sql.end()])
  })
}

test('it can be stopped while the database is away', async (service) => {
  const road = await openRoad(await service.database())
  const server = await service.start({ SERVICE_DATABASE_URL: road.url, SERVICE_DEV_MODE: 'true' })
  const request = await logIn(server, 'ada@example.com')
  await road.cut()
  await assertUnavailable(await request('GET', '/ready'))
  assert.is(await server.stop(), 0)
  await road.close()
})

test('an embedded PostgreSQL that dies is 503, and the next start goes on', async (service) => {
  const env = { SERVICE_DATA_DIR: await service.directory(), SERVICE_DEV_MODE: 'true' }
  const server = await service.start(env)
  const request = await logIn(server, 'ada@example.com')
  assert.is((await request('POST', '/api/v1/terms', term)).status, 201)
  process.kill(await postmaster(env.SERVICE_DATA_DIR), 'SIGQUIT')
  await eventually('it is noticed', async () => (await request('GET', '/ready')).status === 503)
  await assertUnavailable(await request('GET', '/api/v1/terms'))
  assert.is((await request('GET', '/health')).status, 200)
  assert.is(await server.stop(), 0)
  const again = await logIn(await service.start(env), 'ada@example.com')
  assert.is((await (await again('GET', '/api/v1/terms')).json()).total, 1)
})

test.run()
