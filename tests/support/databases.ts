import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { migrate } from '../../lib/db/migrate.ts'

const template = `glossary_template_${randomBytes(4).toString('hex')}`
let serverUrl = ''

/** Makes the migrated database that every test gets a copy of. */
export async function prepareTemplate(url: string): Promise<void> {
  serverUrl = url
  await onServer((sql) => sql.unsafe(`create database ${template}`))
  await migrate(urlOf(template))
}

/** A database of a test's own: a copy of the template, or empty. */
export async function createDatabase(kind: 'migrated' | 'empty' = 'migrated') {
  const name = `glossary_test_${randomBytes(6).toString('hex')}`
  await onServer((sql) =>
    sql.unsafe(`create database ${name} ${kind === 'migrated' ? `template ${template}` : ''}`),
  )
  return {
    url: urlOf(name),
    drop: () => onServer((sql) => sql.unsafe(`drop database ${name} with (force)`)),
  }
}

function urlOf(database: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function onServer(work: (sql: postgres.Sql) => Promise<unknown>) {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
