import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { drainable } from '../lib/http/drain.ts'
import { eventually } from './support/eventually.ts'
import type { ServerProcess } from './support/process.ts'
import { servers } from './support/servers.ts'

const test = servers('drain')

/** What became of a request: its whole answer, or the reason why there is none. */
type End = { status: number; body: string; headers: IncomingMessage['headers'] } | { error: string }

type Sending = {
  agent?: Agent
  cookie: string
  body?: string
  /** called with the open request; what is left of the body is sent when it resolves */
  pause?: (begin: (text: string) => void) => Promise<unknown>
}

/** Sends a request and waits for the end of its answer. */
function send(method: string, url: string, { agent, cookie, body = '', pause }: Sending) {
  return new Promise<End>((done) => {
    const headers = { cookie, 'content-type': 'application/json', 'content-length': body.length }
    const outgoing = request(url, { method, agent, headers }, async (incoming) => {
      try {
        const text = (await incoming.toArray()).join('')
        done({ status: incoming.statusCode ?? 0, body: text, headers: incoming.headers })
      } catch (error) {
        done({ error: `the answer broke off: ${error}` })
      }
    })
    outgoing.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      const wasSent = outgoing.writableFinished && code !== 'ECONNREFUSED'
      done({ error: `${wasSent ? 'sent in vain' : 'not sent'}: ${message}` })
    })
    if (!pause) return outgoing.end(body)
    const half = body.slice(0, body.length / 2)
    pause(() => outgoing.write(half)).then(() => outgoing.end(body.slice(half.length)))
  })
}

/** A session in dev mode, as a Cookie header. */
async function logIn({ url }: ServerProcess, email: string) {
  const answer = await fetch(`${url}/auth/dev/login?email=${email}`, { redirect: 'manual' })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Connections of a server that the kernel has established, and whose requests it holds (proc(5), net/tcp). */
async function waitingConnections({ url }: ServerProcess): Promise<number> {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n')
  const received = new RegExp(`^ *\\d+: \\w+:${port} \\w+:\\w+ 01 \\w+:0*[1-9A-F]`)
  return lines.filter((line) => received.test(line)).length
}

const isStopping = ({ output }: ServerProcess) => output.stdout.includes('"msg":"stopping"')

const term = (name: string) => JSON.stringify({ name, definition: 'What it means.' })

test('SIGTERM under load drops no request', async ({ start, database }) => {
  const SERVICE_DATABASE_URL = await database()
  const server = await start({ SERVICE_DATABASE_URL, SERVICE_DEV_MODE: 'true' })
  const cookie = await logIn(server, 'ada@example.com')
  const ends: End[] = []

  async function work(name: string) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let i = 0; ; i++) {
      const path = i % 4 ? `/api/v1/terms?limit=${i % 50 || 1}` : '/api/v1/terms'
      const body = i % 4 ? '' : term(`${name} ${i}`)
      const end = await send(body ? 'POST' : 'GET', server.url + path, { agent, cookie, body })
      ends.push(end)
      if ('error' in end) return agent.destroy()
    }
  }
  const workers = Array.from({ length: 20 }, (_, i) => work(`worker ${i}`))
  await eventually('there is some load', () => ends.length > 400)
  const status = server.stop('SIGTERM')
  await Promise.all(workers)
  assert.is(await status, 0)

  const answered = ends.flatMap((end) => ('error' in end ? [] : [end]))
  assert.equal([...new Set(answered.map((end) => end.status))].sort(), [200, 201])
  const lost = ends.flatMap((end) => ('error' in end ? [end.error] : []))
  assert.is(lost.length, workers.length, 'each worker ends with the first refusal')
  assert.equal([...new Set(lost.map((error) => error.split(':')[0]))], ['not sent'])

  const sql = postgres(SERVICE_DATABASE_URL, { max: 1 })
  const [row] = await sql`select count(*)::int as terms from terms`
  await sql.end()
  assert.is(row?.terms, answered.filter((end) => end.status === 201).length)
})

test('slow requests are answered before the server stops', async ({ start, database }) => {
  const SERVICE_DATABASE_URL = await database()
  const server = await start({ SERVICE_DATABASE_URL, SERVICE_DEV_MODE: 'true' })
  const cookie = await logIn(server, 'ada@example.com')
  const agent = new Agent({ keepAlive: true })
  const created = await send('POST', `${server.url}/api/v1/terms`, { cookie, body: term('SLA') })
  const { id } = JSON.parse('body' in created ? created.body : '{}')

  const sql = postgres(SERVICE_DATABASE_URL, { max: 2 })
  let slow: Promise<End>[] = []
  let status: Promise<number | null> | undefined
  await sql.begin(async (tx) => {
    await tx`select from terms where id = ${id} for update`
    const paths = [`terms/${id}/vote`, `terms/${id}/dispute`]
    slow = paths.map((path) => send('POST', `${server.url}/api/v1/${path}`, { agent, cookie, body: '{}' }))
    await eventually('both wait for the row', async () => {
      const waiting = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length === 2
    })
    status = server.stop('SIGTERM')
    await eventually('it stops', () => isStopping(server))
    await eventually('new connections are refused', async () => {
      const end = await send('GET', `${server.url}/health`, { agent: new Agent(), cookie })
      return 'error' in end && end.error.startsWith('not sent')
    })
  })
  for (const end of await Promise.all(slow)) {
    assert.is('status' in end && end.status, 200)
    assert.is('headers' in end && end.headers.connection, 'close')
  }
  assert.is(await status, 0)
  await sql.end()
})

test('a body that is still being sent is read completely', async ({ start, database }) => {
  const SERVICE_DATABASE_URL = await database()
  const server = await start({ SERVICE_DATABASE_URL, SERVICE_DEV_MODE: 'true' })
  const cookie = await logIn(server, 'ada@example.com')
  let status: Promise<number | null> | undefined
  const end = await send('POST', `${server.url}/api/v1/terms`, {
    cookie,
    body: term('SLA'),
    async pause(begin) {
      begin('')
      // A response to this line shows that the first half was read.
      await fetch(`${server.url}/health`)
      status = server.stop('SIGTERM')
      await eventually('it stops', () => isStopping(server))
    },
  })
  assert.is('status' in end && end.status, 201)
  assert.is(await status, 0)
})

test('a request that never ends does not keep the server running', async ({ start, database }) => {
  const SERVICE_DATABASE_URL = await database()
  const server = await start({ SERVICE_DATABASE_URL, SERVICE_DEV_MODE: 'true' })
  const cookie = await logIn(server, 'ada@example.com')
  const headers = { cookie, 'content-type': 'application/json', 'content-length': 1000 }
  const stuck = request(`${server.url}/api/v1/terms`, { method: 'POST', headers })
  const broken = once(stuck, 'error')
  stuck.write('{')
  await fetch(`${server.url}/health`)
  assert.is(await server.stop('SIGTERM'), 0)
  await broken
})

test('SERVICE_DRAIN_SECONDS goes on accepting; /ready is 503, and responses close their connection', async ({
  start,
  database,
}) => {
  const env = { SERVICE_DEV_MODE: 'true', SERVICE_DRAIN_SECONDS: '600' }
  const server = await start({ ...env, SERVICE_DATABASE_URL: await database() })
  const agent = new Agent({ keepAlive: true })
  const ask = (path: string, agent = new Agent()) => send('GET', server.url + path, { agent, cookie: '' })
  const before = await ask('/ready', agent)
  assert.is('headers' in before && before.headers.connection, 'keep-alive')
  server.child.kill('SIGTERM')
  await eventually('it stops', () => isStopping(server))
  for (const [path, status, connection] of [
    ['/ready', 503, agent],
    ['/ready', 503, new Agent()],
    ['/health', 200, new Agent()],
  ] as const) {
    const end = await ask(path, connection)
    assert.is('status' in end && end.status, status)
    assert.is('headers' in end && end.headers.connection, 'close')
    if (status === 503) assert.is('body' in end && JSON.parse(end.body).code, 'stopping')
  }
  assert.is(server.child.exitCode, null)
})

test('an idle connection does not keep the server running', async ({ start, database }) => {
  const SERVICE_DATABASE_URL = await database()
  const server = await start({ SERVICE_DATABASE_URL, SERVICE_DEV_MODE: 'true' })
  const agent = new Agent({ keepAlive: true })
  const end = await send('GET', `${server.url}/health`, { agent, cookie: '' })
  assert.is('headers' in end && end.headers.connection, 'keep-alive')
  assert.is(await server.stop('SIGTERM'), 0)
  agent.destroy()
})

test('connections that never sent a byte are closed immediately', async ({ start, database }) => {
  const SERVICE_DATABASE_URL = await database()
  const server = await start({ SERVICE_DATABASE_URL, SERVICE_DEV_MODE: 'true' })
  const { hostname, port } = new URL(server.url)
  const sockets = Array.from({ length: 3 }, () => connect(Number(port), hostname))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
  // A request keeps the server running, so that only the server can have closed the others.
  const headers = { 'content-type': 'application/json', 'content-length': 1000 }
  const open = request(`${server.url}/api/v1/terms`, { method: 'POST', headers })
  open.on('error', () => {}).write('{')
  await fetch(`${server.url}/health`)
  const status = server.stop('SIGTERM')
  await closed
  assert.is(server.child.exitCode, null)
  open.destroy()
  assert.is(await status, 0)
})

test('connections that are accepted after the signal and never send a byte do not keep the server running', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  const drain = drainable(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const closed = drain(new Promise(() => {})) // without a limit, it would wait for them forever
  const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket.resume(), 'close')))
  await closed
})

test('requests on connections that wait to be accepted are answered', async ({ start, database }) => {
  const SERVICE_DATABASE_URL = await database()
  const server = await start({ SERVICE_DATABASE_URL, SERVICE_DEV_MODE: 'true' })
  // A stopped process accepts nothing; it sees the requests and the signal when it goes on.
  server.child.kill('SIGSTOP')
  const ends = Array.from({ length: 10 }, () => send('GET', `${server.url}/health`, { agent: new Agent(), cookie: '' }))
  await eventually('the requests have been sent', async () => (await waitingConnections(server)) === 10)
  const status = server.stop('SIGTERM')
  server.child.kill('SIGCONT')
  for (const end of await Promise.all(ends)) assert.is('status' in end && end.status, 200)
  assert.is(await status, 0)
})

test.run()
