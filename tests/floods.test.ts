import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { issueSession } from '../lib/identity/sessions.ts'
import { bearer } from './support/credentials.ts'
import { createDatabase } from './support/databases.ts'
import { eventually } from './support/eventually.ts'
import { type ServerProcess, startServer } from './support/process.ts'
import { botToken, signingSecret } from './support/slack.ts'
import { suite } from './support/suite.ts'
import { secretKey } from './support/test-service.ts'
import { weeklySample } from './support/weekly-sample.ts'

// One server and 1,500 long terms for all tests. The limit per minute is off, so that it hides nothing.
const test = suite('floods')
let server: ServerProcess
let sessions: Awaited<ReturnType<typeof addPeopleAndTerms>>
let close: () => Promise<void>

test.before(async () => {
  const database = await createDatabase()
  server = await startServer({
    SERVICE_DATABASE_URL: database.url,
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_MCP_BEARER_TOKEN: 'shared',
    SERVICE_RATE_LIMIT: '0',
    SERVICE_SLACK_BOT_TOKEN: botToken,
    SERVICE_SLACK_SIGNING_SECRET: signingSecret,
    SERVICE_SLACK_API_URL: 'http://127.0.0.1:1/',
  })
  sessions = await addPeopleAndTerms(database.url)
  close = async () => {
    await server.stop('SIGKILL')
    await database.drop()
  }
})
test.after(() => close())
const maxResidentMb = 300

async function addPeopleAndTerms(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1 })
  const people = await sql<{ id: string }[]>`
    insert into users (email) values ('flooder@example.com'), ('other@example.com') returning id`
  await sql`
    insert into terms (name, definition, status, source)
    select 'Term ' || i, repeat('word ', 790), 'official', 'user' from generate_series(1, 1500) as i`
  await sql`analyze` // as autovacuum does
  await sql.end()
  const [flooder = '', other = ''] = await Promise.all(people.map(({ id }) => issueSession(secretKey, id, new Date())))
  return { flooder, other }
}

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const openMany = (count: number) => repeat(count, open)

const asText = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: glossary\r\nAuthorization: Bearer ${sessions.flooder}\r\n\r\n`

/** Sends a request, once more if the server has just closed the idle connection that fetch chose for it. */
const send = (url: string, init: RequestInit) =>
  fetch(url, init).catch((error: Error) => {
    if (/ECONNRESET|other side closed/.test(String(error.cause))) return fetch(url, init)
    throw error
  })

/** Sends a request and reads the response. */
async function statusOf(path: string, session = sessions.flooder) {
  const response = await send(server.url + path, { headers: bearer(session) })
  await response.arrayBuffer()
  return response.status
}

const assertOtherIsServed = async () => assert.is(await statusOf('/api/v1/terms?limit=1', sessions.other), 200)

/** The resident memory of the server now, in MB. */
function residentMb() {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Watches something over and over while `work` goes on. */
async function meanwhile(work: () => Promise<unknown>, watch: () => Promise<unknown>) {
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  working.catch(() => {}) // it is awaited below
  while (!isDone) await watch()
  await working
}

/** The most resident memory of the server while `work` goes on, in MB. */
async function peakMb(work: () => Promise<unknown>) {
  let most = 0
  await meanwhile(work, () => {
    most = Math.max(most, residentMb())
    return delay(50)
  })
  return most
}

/** How many requests for a path were answered with 200. */
const servedCount = (path: string) => server.output.stdout.split(`"path":"${path}","status":200`).length - 1

test('of 2,000 searches that one connection pipelines before it closes, almost none are carried out', async () => {
  const socket = await open()
  socket.write(asText('/api/v1/terms?q=word').repeat(2000), () => socket.destroy())
  await once(socket, 'close')
  await assertOtherIsServed()
  // The person gets 429 only until the server knows that nobody waits for the rest.
  await eventually('the person is served', async () => (await statusOf('/api/v1/me')) === 200)
  const count = servedCount('/api/v1/terms')
  assert.ok(count < 100, `${count} were carried out`)
})

const onLinux = process.platform === 'linux' ? test : test.skip

onLinux('100 clients that read nothing of an export of 1,500 terms take less than 100 MB', async () => {
  assert.is(await statusOf('/api/v1/export?limit=1500'), 200)
  const before = residentMb()
  const sockets = await openMany(100)
  for (const socket of sockets) socket.pause().write(asText('/api/v1/export?limit=1500'))
  const most = await peakMb(async () => {
    await eventually('all answers have begun', () => servedCount('/api/v1/export') === 101)
    for (let i = 0; i < 20; i++) {
      await assertOtherIsServed()
      await delay(150)
    }
  })
  for (const socket of sockets) socket.destroy()
  assert.ok(most - before < 100, `from ${before} to ${most} MB`)
})

const slowHeaders = 'GET /health HTTP/1.1\r\nHost: glossary\r\nX-Slow: '
const slowBody = [
  ...['POST /mcp HTTP/1.1', 'Host: glossary', 'Authorization: Bearer shared'],
  ...['Accept: application/json, text/event-stream', 'Content-Type: application/json'],
  ...['Content-Length: 60000', '', '{"jsonrpc":'],
].join('\r\n')

const callTool = () =>
  send(`${server.url}/mcp`, {
    method: 'POST',
    headers: { ...bearer('shared'), 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_terms', arguments: { query: 'word' } },
    }),
  }).then((response) => response.arrayBuffer())

const repeat = <Result>(count: number, work: (i: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

/** Opens connections, sends a text on each, and lets another person work meanwhile. */
async function hold(count: number, text: string) {
  const sockets = await openMany(count)
  for (const socket of sockets) socket.write(text)
  for (let i = 0; i < 10; i++) await assertOtherIsServed()
  for (const socket of sockets) socket.destroy()
}

/** The first line and the headers of a POST. */
const postHead = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: glossary', ...headers, '', ''].join('\r\n')

const [json, chunked] = ['Content-Type: application/json', 'Transfer-Encoding: chunked']
const asFlooder = () => `Authorization: Bearer ${sessions.flooder}`

/** Sends a request on each of many connections, and holds back the last byte until all have sent the rest. */
async function upload(count: number, head: string, body: Buffer) {
  const sockets = await openMany(count)
  await Promise.all(
    sockets.map((socket) => {
      socket.resume().write(head)
      // Written, or refused: the server closes the connection.
      return Promise.race([
        new Promise((done) => socket.write(body.subarray(0, -1), done)),
        once(socket, 'close'),
        delay(3000),
      ])
    }),
  )
  for (let i = 0; i < 5; i++) await assertOtherIsServed()
  for (const socket of sockets) socket.destroy()
}

const longText = Buffer.from(JSON.stringify({ text: 'x'.repeat(512 * 1024 - 12) }))
const megabyte = Buffer.alloc(1024 ** 2, 'x')
/** Chunks of a single byte (RFC 9112, section 7.1), six bytes each. */
const tinyChunks = Buffer.from('1\r\nx\r\n'.repeat(400_000))

/** 300 connections that send a request in 10,000 chunks, headers first: more than a gigabyte, were all of it read. */
const inChunks = (path: string, ...headers: string[]) =>
  upload(300, postHead(path, json, chunked, ...headers), Buffer.from('1\r\nx\r\n'.repeat(10_000)))

const floods: Record<string, () => Promise<unknown>> = {
  '400 texts of 512 KiB that one person sends': () =>
    upload(400, postHead('/api/v1/explain', asFlooder(), json, `Content-Length: ${longText.length}`), longText),
  '400 bodies of 1 MiB for Slack without a signature': () =>
    upload(400, postHead('/slack/events', json, `Content-Length: ${megabyte.length}`), megabyte),
  '400 bodies of 1 MiB for Slack with a forged signature': () =>
    upload(
      400,
      postHead(
        '/slack/events',
        json,
        `Content-Length: ${megabyte.length}`,
        `X-Slack-Request-Timestamp: ${Math.round(Date.now() / 1000)}`,
        'X-Slack-Signature: v0=forged',
      ),
      megabyte,
    ),
  'bodies that arrive in chunks of one byte': () =>
    upload(4, postHead('/api/v1/explain', asFlooder(), json, chunked), tinyChunks),
  '200 connections of one person that search and export': () =>
    repeat(200, (i) => statusOf(i % 2 ? '/api/v1/terms?q=word' : '/api/v1/export?limit=200')),
  '2,000 idle connections': () => hold(2000, ''),
  '1,000 clients that send slow headers': () => hold(1000, slowHeaders),
  '1,000 clients that send slow bodies': () => hold(1000, slowBody),
  '300 connections that send 200 requests before they read a response': () =>
    hold(300, `${postHead('/api/v1/terms', asFlooder(), json, 'Content-Length: 1')}x`.repeat(200)),
  'an agent that calls tools on 200 connections': () => repeat(200, callTool),
  '300 connections that register an agent in 10,000 chunks': () => inChunks('/oauth/register'),
  '300 connections that call a tool without a credential in 10,000 chunks': () => inChunks('/mcp'),
  '300 connections that add terms in 10,000 chunks': () => inChunks('/api/v1/terms', asFlooder()),
  '300 connections that expect more of 10,000 chunks': () => inChunks('/api/v1/terms', asFlooder(), 'Expect: more'),
}

for (const [what, flood] of weeklySample(Object.entries(floods))) {
  onLinux(`${what}: the server takes less than ${maxResidentMb} MB and serves others`, async () => {
    const most = await peakMb(() => Promise.all([flood(), assertOtherIsServed()]))
    await assertOtherIsServed()
    assert.ok(most < maxResidentMb, `${most} MB`)
  })
}

test.run()
