import postgres, { type Sql } from 'postgres'
import * as assert from 'uvu/assert'
import { startEmbedded } from '../lib/db/embedded.ts'
import { eventually } from './support/eventually.ts'
import type { ServerProcess } from './support/process.ts'
import { servers } from './support/servers.ts'

const test = servers('a PostgreSQL without free connections')
const paths = ['/ready', '/api/v1/me', '/api/v1/terms', '/api/v1/export', '/']

/** Opens connections until PostgreSQL refuses one. */
async function takeFreeConnections(url: string, taken: Sql[]) {
  for (let isRefused = false; !isRefused; ) {
    const sql = postgres(url, { max: 1, connection: { application_name: 'other clients' } })
    taken.push(sql)
    isRefused = await sql`select 1`.then(
      () => false,
      ({ code }) => code === '53300',
    )
  }
}

/** Ends the service's connections and takes them, until it has none. */
async function takeAllConnections(url: string, taken: Sql[]) {
  const sql = postgres(url, { max: 1 })
  await sql`select 1`
  await eventually('the service has no connection', async () => {
    await takeFreeConnections(url, taken)
    // A connection that is being opened has no name yet.
    const ended = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and application_name <> 'other clients'
        and pid <> pg_backend_pid()`
    return ended.length === 0
  })
  taken.push(sql)
}

async function logIn({ url }: ServerProcess) {
  const login = await fetch(`${url}/auth/dev/login?email=ada@example.com`, { redirect: 'manual' })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async (path: string) => {
    const response = await fetch(url + path, { headers: { cookie } })
    return { status: response.status, text: await response.text() }
  }
}

/** How many errors of each kind are logged. */
function errorCounts({ output }: ServerProcess) {
  const counts = new Map<string, number>()
  for (const line of output.stdout.split('\n').filter((text) => text.startsWith('{'))) {
    const { level, msg, worker = '' } = JSON.parse(line)
    const kind = `${msg.replace(/: repeated$/, '')} ${worker}`
    if (level === 'error') counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}

test('requests get 503 database_busy, and the log has one line a second', async (service) => {
  const database = await startEmbedded(await service.dataDirectory(), { flags: ['max_connections=40'], overTcp: true })
  const server = await service.start({
    SERVICE_DATABASE_URL: database.url,
    SERVICE_DEV_MODE: 'true',
    SERVICE_RATE_LIMIT: '0',
  })
  const request = await logIn(server)
  assert.is((await request('/ready')).status, 200)
  const taken: Sql[] = []
  await takeAllConnections(database.url, taken)

  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  while (seconds() < 4) {
    for (const { status, text } of await Promise.all(paths.map(request))) {
      assert.is(status, 503)
      assert.match(text, '"code":"database_busy"')
    }
  }
  const errors = errorCounts(server)
  assert.ok(errors.size > 0)
  for (const [kind, count] of errors) assert.ok(count < seconds() + 2, `${count} lines: ${kind}`)

  await Promise.all(taken.map((sql) => sql.end()))
  await eventually('all work again', async () =>
    (await Promise.all(paths.map(request))).every(({ status }) => status === 200),
  )
  await server.stop()
  await database.stop()
})

test.run()
