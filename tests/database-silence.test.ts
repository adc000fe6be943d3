import { execFileSync } from 'node:child_process'
import * as assert from 'uvu/assert'
import { openDatabase } from '../lib/db/database.ts'
import { startEmbedded } from '../lib/db/embedded.ts'
import { bearer } from './support/credentials.ts'
import { eventually } from './support/eventually.ts'
import type { ServerProcess } from './support/process.ts'
import { postmaster, servers } from './support/servers.ts'

const test = servers('a database that stops responding')

/** Sends a signal to a PostgreSQL server and all its processes. */
function signalAll(pid: number, signal: NodeJS.Signals) {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  for (const each of [pid, ...children.trim().split(/\s+/).map(Number)]) process.kill(each, signal)
}

test('statements and transactions fail, and work again once it responds', async ({ dataDirectory }) => {
  const path = await dataDirectory()
  const server = await startEmbedded(path, { overTcp: true })
  const db = openDatabase(server.url)
  await Promise.all(Array.from({ length: 8 }, () => db.many('db/ping')))
  await db.begin((tx) => tx.many('db/ping'))
  const pid = await postmaster(path)
  const inTransaction = db.begin(async (tx) => {
    await tx.many('db/ping')
    signalAll(pid, 'SIGSTOP')
    return tx.many('db/ping')
  })
  const ping = () => db.many('db/ping')
  await eventually('it is silent', () => execFileSync('ps', ['-o', 'stat=', String(pid)]).includes('T'))
  const results = await Promise.allSettled([
    inTransaction,
    db.begin((tx) => tx.many('db/ping')),
    ...Array.from({ length: 50 }, ping),
  ])
  for (const result of results) {
    assert.is(result.status, 'rejected')
    if (result.status === 'rejected') assert.is(result.reason.status, 503, result.reason.stack)
  }
  signalAll(pid, 'SIGCONT')
  await eventually('statements work', ping, 10)
  await eventually('transactions work', () => db.begin((tx) => tx.many('db/ping')), 10)
  await db.end()
  await server.stop()
})

/** A limit for requests that would hang: they are answered after 15 seconds. */
const hangSeconds = 25

type Send = (method: string, path: string, body?: object) => Promise<Response>

/** Logs in and adds a term. Returns its path, and how to send requests. */
async function logIn({ url }: ServerProcess) {
  const login = await fetch(`${url}/auth/dev/login?email=ada@example.com`, { redirect: 'manual' })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const send: Send = (method, path, body) =>
    fetch(url + path, {
      method,
      headers:
        path === '/mcp'
          ? { ...bearer('shared'), ...json, accept: 'application/json, text/event-stream' }
          : { cookie, ...json },
      signal: AbortSignal.timeout(hangSeconds * 1000),
      ...(body && { body: JSON.stringify(body) }),
    })
  const created = await send('POST', '/api/v1/terms', { name: 'SLA', definition: 'A promise.' })
  return { send, term: `/api/v1/terms/${(await created.json()).id}` }
}

const json = { 'content-type': 'application/json' }
const callTool = { name: 'get_term', arguments: { name: 'SLA' } }

/** A request of every kind. */
const requests: Record<string, (send: Send, term: string) => Promise<Response>> = {
  'a list': (send) => send('GET', '/api/v1/terms'),
  'a search': (send) => send('GET', '/api/v1/terms?q=promise'),
  'a term': (send, term) => send('GET', term),
  'a vote': (send, term) => send('POST', `${term}/vote`),
  'an edit': (send, term) => send('PUT', term, { version: 1, definition: 'A promise.' }),
  'a page': (send) => send('GET', '/'),
  'an export': (send) => send('GET', '/api/v1/export?status=all'),
  MCP: (send) => send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: callTool }),
  '/ready': (send) => send('GET', '/ready'),
}

test('every kind of request gets 503, /ready before all others, and works again once it responds', async (service) => {
  const path = await service.dataDirectory()
  const database = await startEmbedded(path, { overTcp: true })
  const server = await service.start({
    SERVICE_DATABASE_URL: database.url,
    SERVICE_DEV_MODE: 'true',
    SERVICE_MCP_BEARER_TOKEN: 'shared',
  })
  const { send, term } = await logIn(server)
  const sendAll = (onResponse: (what: string, response: Response) => void) =>
    Promise.all(Object.entries(requests).map(async ([what, request]) => onResponse(what, await request(send, term))))
  await eventually('it is ready', async () => (await send('GET', '/ready')).ok)
  await sendAll((what, { status }) => assert.is(status, 200, what))

  const pid = await postmaster(path)
  signalAll(pid, 'SIGSTOP')
  const answered: string[] = []
  const codes: string[] = []
  await sendAll(async (what, response) => {
    answered.push(what)
    assert.is(response.status, 503, what)
    codes.push((await response.json()).code)
  }).finally(() => signalAll(pid, 'SIGCONT'))
  assert.is(answered[0], '/ready')
  for (const code of codes) assert.match(code, /^(timeout|database_unreachable)$/)

  await eventually('all work again', () => sendAll((_, { status }) => assert.is(status, 200)), 10)
  await server.stop()
  await database.stop()
})

test.run()
