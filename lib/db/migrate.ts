import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as ley from 'ley'
import type { Sql } from 'postgres'
import { connect } from './connection.ts'
import { loadFunctions, readFunctions } from './functions.ts'

type MigrationFile = { name: string; abs: string }

/**
 * Brings the schema up to date: runs the migrations that have not run yet, each in its own transaction, then the files of
 * functions whose text has changed. If several processes call it concurrently, an advisory lock makes them run one after
 * the other. If a later version has migrated the database, its functions stay.
 *
 * @param url postgresql://…
 * @param directory holds the migrations, which run in the order of their names: NNNN-subject.sql, each with an empty
 *   NNNN-subject.ts for ley
 * @param functions the text of each file of functions, by name
 * @returns the names of the files that ran
 * @throws what a file throws, with the property `migration`, its name; earlier files stay applied
 */
export async function migrate(
  url: string,
  directory = fileURLToPath(new URL('../../migrations', import.meta.url)),
  functions = readFunctions(),
): Promise<string[]> {
  const sql = connect(url)
  try {
    await sql`set statement_timeout = 0`
    await sql`select pg_advisory_lock(hashtextextended('glossary.migrations', 0))`
    const ran = await ley.up({ cwd: directory, dir: '', driver: createDriver(sql) as never })
    const applied = await readApplied(sql)
    const isOlder = applied.some(({ name }) => !existsSync(join(directory, name)))
    return isOlder ? ran : [...ran, ...(await loadFunctions(sql, functions))]
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const createDriver = (sql: Sql) => ({
  connect: () => sql,
  async setup() {
    await sql`
      create table if not exists migrations (
        id integer primary key generated always as identity,
        name text not null unique,
        created_at timestamptz not null default now()
      )`
    return readApplied(sql)
  },
  async loop(_: Sql, files: MigrationFile[]) {
    for (const { name, abs } of files) {
      // ley finds only scripts. Each is the mark of the SQL file beside it.
      const text = await readFile(abs.replace(/\.\w+$/, '.sql'), 'utf8')
      try {
        await sql.begin(async (tx) => {
          await tx.unsafe(text)
          await tx`insert into migrations (name) values (${name})`
        })
      } catch (error) {
        throw Object.assign(error as Error, { migration: name })
      }
    }
  },
  // migrate() closes the connection, after it has loaded the functions.
  end() {},
})

/** The migrations that a database knows of, in the order of their application. */
const readApplied = (sql: Sql) => sql<{ name: string }[]>`select name from migrations order by id`
