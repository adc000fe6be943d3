import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { issueSession } from '../lib/identity/sessions.ts'
import { eventually } from './support/eventually.ts'
import { servers } from './support/servers.ts'
import { secretKey } from './support/test-service.ts'

const test = servers('timeouts')

async function open(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Returns everything that a socket receives until the server closes it. */
async function responseTo(url: string, request: string) {
  const socket = await open(url)
  socket.write(request)
  return text(socket)
}

/** Adds a user with a session and terms that fill more than all buffers between server and client. */
async function addLargeGlossary(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1 })
  const [user] = await sql`insert into users (email, role) values ('ada@example.com', 'viewer') returning id`
  await sql`
    insert into terms (name, definition, status, source)
    select 'Term ' || i, repeat(repeat('word', 98) || ' ', 10), 'official', 'user' from generate_series(1, 5000) as i`
  await sql.end()
  return issueSession(secretKey, user?.id, new Date())
}

/** Whether the kernel still has an open connection from the server to this socket. */
async function isConnected(socket: Socket) {
  const port = (value = 0) => value.toString(16).toUpperCase().padStart(4, '0')
  const connection = `:${port(socket.remotePort)} \\w+:${port(socket.localPort)} 01`
  return new RegExp(connection).test(await readFile('/proc/net/tcp', 'utf8'))
}

const slowHeaders = 'GET /health HTTP/1.1\r\nHost: glossary\r\nX-Slow: '
const slowBody = [
  ...['POST /mcp HTTP/1.1', 'Host: glossary', 'Authorization: Bearer shared'],
  ...['Accept: application/json, text/event-stream', 'Content-Type: application/json'],
  ...['Content-Length: 100', '', '{"jsonrpc":'],
].join('\r\n')

test('slow senders get 408, clients that do not read are disconnected, 2,000 idle ones change nothing', async (service) => {
  const databaseUrl = await service.database()
  const session = await addLargeGlossary(databaseUrl)
  const { url } = await service.start({
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_DATABASE_URL: databaseUrl,
    SERVICE_MCP_BEARER_TOKEN: 'shared',
  })
  const idle = await Promise.all(Array.from({ length: 2000 }, () => open(url)))
  const reader = (await open(url)).pause()
  reader.write(`GET /api/v1/export?limit=5000 HTTP/1.1\r\nHost: glossary\r\nAuthorization: Bearer ${session}\r\n\r\n`)
  const [headers, body, health] = await Promise.all([
    responseTo(url, slowHeaders),
    responseTo(url, slowBody),
    fetch(`${url}/health`),
  ])
  assert.match(headers, /^HTTP\/1\.1 408 /)
  assert.match(body, /^HTTP\/1\.1 408 .*"code":"request_timeout"/s)
  assert.is(health.status, 200)
  if (process.platform === 'linux') {
    await eventually('the reader is disconnected', async () => !(await isConnected(reader)), 60)
  }
  for (const socket of [...idle, reader]) socket.destroy()
})

test.run()
