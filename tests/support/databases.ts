import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { migrate } from '../../lib/db/migrate.ts'

const template = `glossary_template_${randomBytes(4).toString('hex')}`
let serverUrl = ''
let server: postgres.Sql
let strategy = ''

/** Connects to the test server and creates the migrated database that every test copies. */
export async function prepareTemplate(url: string): Promise<void> {
  serverUrl = url
  server = postgres(url, { max: 1, onnotice: () => {} })
  await server.unsafe(`create database ${template}`)
  await migrate(urlOf(template))
  const [version] = await server<{ has_strategies: boolean }[]>`
    select current_setting('server_version_num')::int >= 150000 as has_strategies`
  // Twice as fast for a small database.
  if (version?.has_strategies) strategy = 'strategy file_copy'
}

/** Drops the template and disconnects. */
export async function dropTemplate(): Promise<void> {
  await server.unsafe(`drop database ${template} with (force)`)
  await server.end()
}

/** Creates a database for one test: a copy of the template, or an empty one. */
export async function createDatabase(kind: 'migrated' | 'empty' = 'migrated') {
  const name = `glossary_test_${randomBytes(6).toString('hex')}`
  const source = kind === 'migrated' ? `template ${template} ${strategy}` : ''
  await server.unsafe(`create database ${name} ${source}`)
  return {
    url: urlOf(name),
    drop: () => server.unsafe(`drop database ${name} with (force)`),
  }
}

function urlOf(database: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
