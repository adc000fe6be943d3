import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { migrate } from '../../lib/db/migrate.ts'

/** What tests/run.ts passes to the processes that run tests. */
export type DatabaseEnvironment = {
  /** the URL of a database on the test server */
  TEST_DATABASE_URL: string
  /** how the names of this run's databases begin */
  TEST_DATABASE_PREFIX: string
  /** the end of `create database …`: from which database it is copied, and how */
  TEST_DATABASE_TEMPLATE: string
}

const {
  TEST_DATABASE_URL: serverUrl = '',
  TEST_DATABASE_PREFIX: prefix = 'glossary_test_',
  TEST_DATABASE_TEMPLATE: template = '',
} = process.env
let server: postgres.Sql | undefined

/** Creates the migrated database that every test copies. `drop` drops it, and what tests have left behind. */
export async function prepareTemplate(url: string) {
  const run = `glossary_test_${randomBytes(4).toString('hex')}_`
  const name = `${run}template`
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.unsafe(`create database ${name}`)
  await migrate(urlOf(url, name))
  const [version] = await sql<{ has_strategies: boolean }[]>`
    select current_setting('server_version_num')::int >= 150000 as has_strategies`
  // A third of the time for a small database.
  const strategy = version?.has_strategies ? ' strategy file_copy' : ''
  const env: DatabaseEnvironment = {
    TEST_DATABASE_URL: url,
    TEST_DATABASE_PREFIX: run,
    TEST_DATABASE_TEMPLATE: `template ${name}${strategy}`,
  }
  async function drop() {
    const left = await sql<{ datname: string }[]>`
      select datname from pg_database where starts_with(datname, ${run})`
    for (const { datname } of left) await sql.unsafe(`drop database ${datname} with (force)`)
    await sql.end()
  }
  return { env, drop }
}

/** Creates a database for one test: a copy of the template, or an empty one. */
export async function createDatabase(kind: 'migrated' | 'empty' = 'migrated') {
  server ??= postgres(serverUrl, { max: 1, onnotice: () => {} })
  const sql = server
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await sql.unsafe(`create database ${name} ${kind === 'migrated' ? template : ''}`)
  return { url: urlOf(serverUrl, name), drop: () => sql.unsafe(`drop database ${name} with (force)`) }
}

function urlOf(server: string, database: string) {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
