import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { freePort } from '../lib/db/server-address.ts'
import { eventually } from './support/eventually.ts'
import { startNginx } from './support/nginx.ts'
import { hasProgram } from './support/programs.ts'
import { servers } from './support/servers.ts'

const test = servers('three processes behind nginx')
const connections = 64

/** Sends a POST and returns the status, or the code of the error. */
function post(url: string, agent: Agent, headers: Record<string, string>, body: object) {
  return new Promise<number | string>((done) => {
    const text = JSON.stringify(body)
    const length = String(Buffer.byteLength(text))
    const sent = { ...headers, 'content-type': 'application/json', 'content-length': length }
    request(url, { method: 'POST', agent, headers: sent }, (response) => {
      response.resume().on('end', () => done(response.statusCode ?? 0))
    })
      .on('error', (error) => done(error.message))
      .end(text)
  })
}

if (hasProgram('nginx', 'several processes behind nginx', '-v')) {
  test('a rolling restart fails no request, and a revocation takes effect everywhere within a second', async ({
    start,
    database,
  }) => {
    const SERVICE_DATABASE_URL = await database()
    const ports = [await freePort(), await freePort(), await freePort()]
    const startOne = (port: number) =>
      start({
        SERVICE_DATABASE_URL,
        SERVICE_PORT: String(port),
        SERVICE_DEV_MODE: 'true',
        SERVICE_RATE_LIMIT: '0',
        SERVICE_LOG_LEVEL: 'error',
      })
    const processes = await Promise.all(ports.map(startOne))
    const nginx = await startNginx(ports)
    const sql = postgres(SERVICE_DATABASE_URL, { max: 1 })
    const users = await sql<{ id: string }[]>`
      insert into users (email, role)
      select 'user' || n || '@example.com', 'editor' from generate_series(1, ${connections}) n
      returning id`
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    const statuses = new Map<number | string, number>()
    let isOver = false
    async function write(writer: number) {
      const headers = { 'x-user-id': users[writer]?.id ?? '' }
      for (let i = 0; !isOver; i++) {
        const body = { name: `term ${writer}.${i}`, definition: 'What it means.' }
        const status = await post(`${nginx.url}/api/v1/terms`, agent, headers, body)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        await delay(700) // some of them have a request under way at any time
      }
    }
    try {
      const writers = Promise.all(Array.from({ length: connections }, (_, writer) => write(writer)))
      const created = () => statuses.get(201) ?? 0
      for (const [i, port] of ports.entries()) {
        const before = created()
        await eventually('terms are created', () => created() > before + 2 * connections)
        assert.is(await processes[i]?.stop(), 0)
        processes[i] = await startOne(port)
      }
      isOver = true
      await writers
      assert.equal([...statuses.keys()], [201], JSON.stringify([...statuses]))
      const [stored] = await sql<{ terms: number }[]>`select count(*)::integer as terms from terms`
      assert.is(stored?.terms, created())

      const as = { 'x-user-id': users[0]?.id ?? '' }
      const token = await fetch(`${nginx.url}/api/v1/tokens`, {
        method: 'POST',
        headers: { ...as, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'test', scopes: ['read'] }),
      }).then((response) => response.json())
      const headers = { authorization: `Bearer ${token.token}` }
      const seen = () =>
        Promise.all(processes.map(async ({ url }) => (await fetch(`${url}/api/v1/me`, { headers })).status))
      assert.equal(await seen(), [200, 200, 200])
      await fetch(`${nginx.url}/api/v1/tokens/${token.id}`, { method: 'DELETE', headers: as })
      const isRefused = async () => (await seen()).every((status) => status === 401)
      await eventually('all refuse it, before the copy that each keeps for three seconds ends', isRefused, 2.5)
    } finally {
      isOver = true
      agent.destroy()
      await sql.end()
      await nginx.stop()
    }
  })
}

test.run()
