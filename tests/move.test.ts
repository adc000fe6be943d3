import { readdir } from 'node:fs/promises'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { createLog } from '../lib/app/log.ts'
import { readSettings } from '../lib/app/settings.ts'
import { loadSample } from '../lib/commands/demo.ts'
import { connect } from '../lib/db/connection.ts'
import { startEmbedded } from '../lib/db/embedded.ts'
import { openContext } from '../lib/service.ts'
import { findInstalledPostgres, startInstalledPostgres } from './support/installed-postgres.ts'
import { runToEnd } from './support/process.ts'
import { type Servers, servers } from './support/servers.ts'

const test = servers('moving to another PostgreSQL')

/** Makes a data directory that has the sample glossary. */
async function sampleDirectory({ dataDirectory }: Pick<Servers, 'dataDirectory'>) {
  const directory = await dataDirectory()
  const server = await startEmbedded(directory)
  const settings = readSettings({ SERVICE_DEV_MODE: 'true' })
  const log = createLog('silent', { write() {} })
  const { context, close } = openContext(server.url, settings, log, { Response })
  await loadSample(context)
  await close(Promise.resolve())
  const rows = await readAll(server.url)
  await server.stop()
  return { directory, rows }
}

/** Returns all rows of all tables, as text, and the numbers that come next. */
async function readAll(url: string): Promise<Record<string, string[]>> {
  const sql = connect(url)
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await sql.unsafe<{ row: string }[]>(`select ${name}::text as row from ${name} order by ${name}::text`)
    all[name] = rows.map(({ row }) => row)
  }
  const sequences = await sql<{ row: string }[]>`
    select sequencename || ' ' || coalesce(last_value, 0) as row from pg_sequences order by 1`
  await sql.end()
  return { ...all, sequences: sequences.map(({ row }) => row) }
}

test('a directory without a database is refused, and gets none', async ({ directory, database }) => {
  const SERVICE_DATA_DIR = await directory()
  const { status, stderr } = await runToEnd({ SERVICE_DATA_DIR }, 'move', [await database('empty')])
  assert.is(status, 1)
  assert.match(stderr, /^SERVICE_DATA_DIR must be the directory of a database: .* has none\n$/)
  assert.equal(await readdir(SERVICE_DATA_DIR), [])
})

test('an empty database gets every row, and the service goes on with it', async (context) => {
  const { directory, rows } = await sampleDirectory(context)
  const url = await context.database('empty')
  const env = { SERVICE_DATA_DIR: directory, SERVICE_DATABASE_URL: url }
  const { status, stdout, stderr } = await runToEnd(env, 'move', [url])
  assert.equal([status, stderr], [0, ''])
  assert.match(stdout, /^terms: \d\d+ rows$/m)
  assert.match(stdout, /^\d+ rows have been copied\. Set SERVICE_DATABASE_URL/m)
  assert.not.match(stdout, new URL(url).password)
  assert.equal(await readAll(url), rows)
  assert.ok((rows.terms?.length ?? 0) > 20 && (rows.audit_events?.length ?? 0) > 20)

  const server = await context.start({ ...env, SERVICE_DEV_MODE: 'true' })
  const sql = postgres(url, { max: 1 })
  const [user] = await sql<{ id: string }[]>`select id from users where role = 'admin' limit 1`
  const created = await fetch(`${server.url}/api/v1/terms`, {
    method: 'POST',
    headers: { 'x-user-id': user?.id ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Added after the move', definition: 'It has a number.' }),
  })
  assert.is(created.status, 201)
  const disabled = await sql`select from pg_trigger where tgenabled = 'D'`
  assert.is(disabled.length, 0)
  await sql.end()
  await server.stop()

  const again = await runToEnd(env, 'move', [url])
  assert.is(again.status, 1)
  assert.match(again.stderr, /^the target is not empty: [^\n]*\n$/)
})

test('an older PostgreSQL gets them too, from a user without special rights', async (context) => {
  const bin = findInstalledPostgres('moving to an older PostgreSQL')
  if (!bin) return
  const other = await startInstalledPostgres(bin)
  try {
    const { directory, rows } = await sampleDirectory(context)
    const { status, stderr } = await runToEnd({ SERVICE_DATA_DIR: directory }, 'move', [other.url])
    assert.equal([status, stderr], [0, ''])
    assert.equal(await readAll(other.url), rows)
  } finally {
    await other.stop()
  }
})

test('a database with other tables, one that cannot be used, a missing URL and a running service are refused', async (context) => {
  const SERVICE_DATA_DIR = await context.dataDirectory()
  const url = await context.database('empty')
  const sql = postgres(url, { max: 1 })
  await sql`create table orders (id integer)`
  const other = await runToEnd({ SERVICE_DATA_DIR }, 'move', [url])
  assert.equal([other.status, other.stdout], [1, ''])
  assert.match(other.stderr, /^the target is not empty/)
  const tables = await sql`select from pg_tables where schemaname = 'public'`
  assert.is(tables.length, 1, 'it was left alone')
  await sql.end()
  for (const [target, reason] of [
    ['postgresql://localhost:1/glossary', /ECONNREFUSED/],
    [`${url}?search_path=missing`, /no schema has been selected/],
  ] as const) {
    const refused = await runToEnd({ SERVICE_DATA_DIR }, 'move', [target])
    assert.is(refused.status, 1)
    assert.match(refused.stderr, /^the target cannot be used: [^\n]*\n$/)
    assert.match(refused.stderr, reason)
  }
  const missing = await runToEnd({ SERVICE_DATA_DIR }, 'move')
  assert.match(missing.stderr, /^usage: npm run move -- URL\. The URL must be postgresql:[^\n]*\n$/)
  const running = await context.start({ SERVICE_DATA_DIR, SERVICE_DEV_MODE: 'true' })
  const used = await runToEnd({ SERVICE_DATA_DIR }, 'move', [await context.database('empty')])
  assert.is(used.status, 1)
  assert.match(used.stderr, /is in use by another process\. If that is the service, stop it first/)
  await running.stop()
})

test.run()
