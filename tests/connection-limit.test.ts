import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import { servers } from './support/servers.ts'

const test = servers('limit of the connections')

test('a process never has more database connections than it may, from its start on', async ({ start, database }) => {
  const url = await database('empty')
  const sql = postgres(url, { max: 1 })
  let most = 0
  let isOver = false
  async function watch() {
    while (!isOver) {
      const rows = await sql`
        select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
      most = Math.max(most, rows.length)
      await delay(2)
    }
  }
  const watching = watch()
  const server = await start({
    SERVICE_DATABASE_URL: url,
    SERVICE_DATABASE_CONNECTIONS: '12',
    SERVICE_DEV_MODE: 'true',
    SERVICE_RATE_LIMIT: '0',
    SERVICE_MCP_BEARER_TOKEN: 'token',
  })
  const [user] = await sql<{ id: string }[]>`
    insert into users (email, role) values ('admin@example.com', 'admin') returning id`
  const headers = { 'x-user-id': user?.id ?? '', 'content-type': 'application/json' }
  const post = (path: string, body: unknown, more = {}) => ({
    path,
    init: { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) },
  })
  const tool = { name: 'search_glossary', arguments: { query: 'term' } }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }
  const agent = { authorization: 'Bearer token', accept: 'application/json, text/event-stream' }
  const kinds = (i: number) => [
    { path: '/api/v1/terms?q=term', init: { headers } },
    { path: '/ready', init: {} },
    post('/api/v1/terms', { name: `term ${i}`, definition: 'What it means.' }),
    post('/mcp', call, agent),
    post('/api/v1/admin/jobs/staleness/run', {}),
  ]
  try {
    for (let round = 0; round < 4; round++) {
      const requests = Array.from({ length: 20 }, (_, i) => kinds(round * 20 + i)).flat()
      const answers = await Promise.all(
        requests.map(async ({ path, init }) => {
          const answer = await fetch(server.url + path, init)
          return { path, status: answer.status, text: await answer.text() }
        }),
      )
      // A busy machine refuses some for want of a connection: none more is opened for them.
      assert.equal(
        answers.filter(({ status }) => ![200, 201, 202, 409, 429, 503].includes(status)),
        [],
      )
    }
  } finally {
    isOver = true
    await watching
    await sql.end()
  }
  assert.ok(most <= 12, `it had ${most}`)
  // All of them but the second one for notifications, and those for Slack, of which /ready uses one at a time.
  assert.ok(most >= 10, `the test saw ${most} only`)
  await eventually('it still responds', async () => (await fetch(`${server.url}/ready`)).ok)
})

test.run()
