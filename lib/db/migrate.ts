import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as ley from 'ley'
import type { Sql } from 'postgres'
import { connect } from './connection.ts'
import { explainUnknown } from './early-migrations.ts'
import { hasTable, loadFunctions, readFunctions, readLoaded } from './functions.ts'
import { runSteps } from './migration-steps.ts'
import { createPatience, type Patience } from './patience.ts'

type MigrationFile = { name: string; abs: string }

/** A later version has migrated the database, or one from before 0.2.0. The message names the migrations. */
export class OtherVersionError extends Error {}

/** The database lacks migrations of this version. The message names them. */
export class PendingMigrationsError extends Error {}

export type MigrationOptions = {
  /**
   * holds the migrations, which run in the order of their names: NNNN-subject.sql, each with an empty NNNN-subject.ts
   * for ley
   */
  directory?: string
  /** the text of each file of functions, by name */
  functions?: ReadonlyMap<string, string>
  /** for migrations of another process */
  patience?: Patience
  /** called with a sentence for each step of a migration */
  report?: (sentence: string) => void
}

/**
 * Brings the schema up to date: runs the migrations that have not run yet, each in its steps, then the files of
 * functions whose text has changed. If several processes call it concurrently, an advisory lock makes them run one
 * after the other.
 *
 * @param url postgresql://…
 * @returns the names of the files that ran
 * @throws OtherVersionError, PatienceError, or what a file throws, with the property `migration`, its name; earlier
 * files
 *   stay applied
 */
export async function migrate(url: string, options: MigrationOptions = {}): Promise<string[]> {
  const { directory, functions, patience, report } = withDefaults(options)
  const sql = connect(url)
  try {
    await sql`set statement_timeout = 0`
    // Polled, because a statement that waits would keep another process from building an index concurrently.
    await patience.until("another process's migrations", async () => {
      const [row] = await sql<{ taken: boolean }[]>`
        select pg_try_advisory_lock(hashtextextended('glossary.migrations', 0)) as taken`
      return row?.taken || undefined
    })
    refuseUnknown(unknownOf(await readApplied(sql), directory))
    const ran = await ley.up({ cwd: directory, dir: '', driver: createDriver(sql, report) as never })
    return [...ran, ...(await loadFunctions(sql, functions))]
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/**
 * Waits until another process has migrated the database.
 *
 * @param url postgresql://…
 * @throws OtherVersionError or PatienceError
 */
export async function waitForMigrations(url: string, options: MigrationOptions = {}): Promise<void> {
  const { directory, functions, patience } = withDefaults(options)
  const files = (await readdir(directory)).filter((name) => name.endsWith('.ts'))
  const sql = connect(url)
  try {
    await patience.until('npm run migrate', async () => {
      const applied = await readApplied(sql)
      refuseUnknown(unknownOf(applied, directory))
      const names = [...applied, ...(await readLoaded(sql))]
      return [...files, ...functions.keys()].every((name) => names.includes(name)) || undefined
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/**
 * Makes sure that the migrations of this version have run, and no others.
 *
 * @param url postgresql://…
 * @throws OtherVersionError or PendingMigrationsError
 */
export async function requireMigrations(url: string): Promise<void> {
  const sql = connect(url)
  try {
    const { pending, unknown } = await readMigrations(sql)
    refuseUnknown(unknown)
    if (pending.length > 0) {
      throw new PendingMigrationsError(
        `the database lacks migrations (${pending.join(', ')}): run npm run migrate first`,
      )
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const withDefaults = ({
  directory = fileURLToPath(new URL('../../migrations', import.meta.url)),
  functions = readFunctions(),
  patience = createPatience(),
  report = () => {},
}: MigrationOptions) => ({ directory, functions, patience, report })

const unknownOf = (applied: readonly string[], directory: string) =>
  applied.filter((name) => !existsSync(join(directory, name)))

function refuseUnknown(unknown: readonly string[]) {
  const explained = explainUnknown(unknown)
  if (explained) throw new OtherVersionError(`${explained.reason}: ${explained.fix}`)
}

const createDriver = (sql: Sql, report: (sentence: string) => void) => ({
  connect: () => sql,
  async setup() {
    await sql`
      create table if not exists migrations (
        id integer primary key generated always as identity,
        name text not null unique,
        created_at timestamptz not null default now()
      )`
    return (await readApplied(sql)).map((name) => ({ name }))
  },
  async loop(_: Sql, files: MigrationFile[]) {
    for (const { name, abs } of files) {
      // ley finds only scripts. Each is the mark of the SQL file beside it.
      const text = await readFile(abs.replace(/\.\w+$/, '.sql'), 'utf8')
      try {
        await runSteps(
          sql,
          text,
          (tx) => tx`insert into migrations (name) values (${name})`,
          (sentence) => report(`migration ${name}: ${sentence}`),
        )
      } catch (error) {
        throw Object.assign(error as Error, { migration: name })
      }
    }
  },
  // migrate() closes the connection, after it has loaded the functions.
  end() {},
})

/** Returns the migrations that a database lacks, and those that it has and this version does not know. */
export async function readMigrations(sql: Sql): Promise<{ pending: string[]; unknown: string[] }> {
  const { directory } = withDefaults({})
  const applied = await readApplied(sql)
  const files = (await readdir(directory)).filter((name) => name.endsWith('.ts'))
  return { pending: files.filter((name) => !applied.includes(name)).sort(), unknown: unknownOf(applied, directory) }
}

/** The migrations that a database knows of, in the order of their application. */
async function readApplied(sql: Sql): Promise<string[]> {
  if (!(await hasTable(sql, 'migrations'))) return []
  const rows = await sql<{ name: string }[]>`select name from migrations order by id`
  return rows.map(({ name }) => name)
}
