import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import { hasPgBouncer, startPgBouncer } from './support/pgbouncer.ts'
import { runToEnd } from './support/process.ts'
import { type Servers, servers } from './support/servers.ts'
import { secretKey } from './support/test-service.ts'

const test = servers('PgBouncer')

const good = ['max_prepared_statements = 200', 'track_extra_parameters = default_transaction_read_only']

/** What docs/operations.md tells the owner of the database to do. */
const parameters = [
  "pg_trgm.word_similarity_threshold = '0.5'",
  'jit = off',
  "statement_timeout = '10s'",
  "idle_in_transaction_session_timeout = '60s'",
]

/** Opens a database with these parameters behind PgBouncer. */
async function openPooled({ database }: Servers, set: string[], lines: string[]) {
  const url = await database('empty')
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const name = new URL(url).pathname.slice(1)
  for (const parameter of set) await sql.unsafe(`alter database ${name} set ${parameter}`)
  const bouncer = await startPgBouncer(url, lines)
  const env = {
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_DATABASE_URL: bouncer.url,
    SERVICE_DATABASE_DIRECT_URL: url,
    SERVICE_MCP_BEARER_TOKEN: 'token',
    SERVICE_PORT: '0',
  }
  async function stop() {
    await sql.end()
    await bouncer.stop()
  }
  return { url, sql, env, stop }
}

if (hasPgBouncer('PgBouncer in transaction mode')) {
  test('two processes work behind it, with tokens, MCP that cannot write, and revocation', async (context) => {
    const { sql, env, stop } = await openPooled(context, parameters, good)
    const dev = { ...env, SERVICE_DEV_MODE: 'true', SERVICE_RATE_LIMIT: '0' }
    const processes = await Promise.all([context.start(dev), context.start(dev)])
    const [user] = await sql<{ id: string }[]>`
      insert into users (email, role) values ('admin@example.com', 'admin') returning id`
    const json = { 'content-type': 'application/json' }
    const as = { ...json, 'x-user-id': user?.id ?? '' }
    const [first = '', second = ''] = processes.map(({ url }) => url)
    const post = async (url: string, headers: Record<string, string>, body: unknown) =>
      fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const created = await post(`${first}/api/v1/tokens`, as, { name: 'test', scopes: ['read', 'write'] })
    assert.is(created.status, 201, await created.clone().text())
    const { id, token } = (await created.json()) as { id: string; token: string }
    const bearer = { ...json, authorization: `Bearer ${token}` }

    const tool = { name: 'search_glossary', arguments: { query: 'term' } }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }
    const agent = { ...json, authorization: 'Bearer token', accept: 'application/json, text/event-stream' }
    const requests = Array.from({ length: 60 }, (_, i) => [
      post(`${i % 2 ? first : second}/api/v1/terms`, bearer, { name: `term ${i}`, definition: 'What it means.' }),
      fetch(`${i % 2 ? second : first}/api/v1/terms?q=term`, { headers: bearer }),
      post(`${first}/mcp`, agent, call),
      fetch(`${second}/ready`),
    ]).flat()
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    assert.equal([...new Set(statuses)].sort(), [200, 201])
    const [counted] = await sql<{ terms: number }[]>`select count(*)::integer as terms from terms`
    assert.is(counted?.terms, 60)

    const me = async () => (await fetch(`${second}/api/v1/me`, { headers: bearer })).status
    assert.is(await me(), 200)
    await fetch(`${first}/api/v1/tokens/${id}`, { method: 'DELETE', headers: as })
    await eventually('the other process refuses it', async () => (await me()) === 401, 2.5)
    for (const { stop } of processes) assert.is(await stop(), 0)
    await stop()
  })

  test('a read-only connection stays read-only, beside others that write', async (context) => {
    const { env, stop } = await openPooled(context, parameters, [...good, 'default_pool_size = 1'])
    const { openDatabase } = await import('../lib/db/database.ts')
    await runToEnd(env, 'migrate')
    const [writer, reader] = [false, true].map((readOnly) =>
      openDatabase(env.SERVICE_DATABASE_URL, { readOnly, isPooled: true }),
    )
    for (let i = 0; i < 20; i++) {
      await writer?.run('db/write-probe')
      const refusal = await reader?.run('db/write-probe').then(
        () => null,
        (error) => error,
      )
      assert.match(refusal?.cause.message, 'read-only transaction')
    }
    await Promise.all([writer?.end(), reader?.end()])
    await stop()
  })

  test('parameters that do not arrive stop startup, which names them', async (context) => {
    const dropped = await openPooled(context, parameters.slice(0, 2), [
      'max_prepared_statements = 200',
      'ignore_startup_parameters = default_transaction_read_only',
    ])
    const silent = await runToEnd(dropped.env)
    assert.is(silent.status, 1)
    assert.match(
      silent.stderr,
      /^these connection parameters do not arrive at PostgreSQL: statement_timeout, idle_in_transaction_session_timeout, default_transaction_read_only\. /,
    )
    const { stdout } = await runToEnd(dropped.env, 'doctor', ['--json'])
    const finding = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'database')
    assert.match(finding.detail, 'statement_timeout')
    assert.match(finding.fix, 'docs/operations.md')
    await dropped.stop()
    const refused = await openPooled(context, parameters, ['max_prepared_statements = 200'])
    const loud = await runToEnd(refused.env)
    assert.is(loud.status, 1)
    assert.match(loud.stderr, 'unsupported startup parameter: default_transaction_read_only')
    await refused.stop()
  })

  test('the migration lock is released, so that the next process does not wait', async (context) => {
    const { env, stop } = await openPooled(context, parameters, good)
    const results = await Promise.all([runToEnd(env, 'migrate'), runToEnd(env, 'migrate')])
    assert.equal(
      results.map(({ status, stderr }) => [status, stderr]),
      [
        [0, ''],
        [0, ''],
      ],
    )
    const started = await context.start({ ...env, SERVICE_START_TIMEOUT_SECONDS: '5' })
    assert.is((await fetch(`${started.url}/ready`)).status, 200)
    await started.stop()
    await stop()
  })
}

test.run()
