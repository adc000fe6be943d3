import { fileURLToPath, pathToFileURL } from 'node:url'
import * as ley from 'ley'
import type { Sql } from 'postgres'
import { connect } from './connection.ts'

type MigrationFile = { name: string; abs: string }
type Migration = { up(sql: unknown): Promise<unknown> }

/**
 * Runs the migrations that have not run yet, each in its own transaction. If several processes call it
 * concurrently, an advisory lock makes them run one after the other.
 *
 * @param url postgresql://…
 * @param directory holds the migrations, which run in the order of their names
 * @returns the names of the migrations that ran
 * @throws what a migration throws, with the property `migration`, its name; earlier migrations stay applied
 */
export async function migrate(
  url: string,
  directory = fileURLToPath(new URL('../../migrations', import.meta.url)),
): Promise<string[]> {
  return ley.up({
    cwd: directory,
    dir: '',
    driver: driver as never,
    config: { url } as never,
  })
}

const driver = {
  async connect({ url }: { url: string }) {
    const sql = connect(url)
    await sql`set statement_timeout = 0`
    await sql`select pg_advisory_lock(hashtextextended('glossary.migrations', 0))`
    return sql
  },
  async setup(sql: Sql) {
    await sql`
      create table if not exists migrations (
        id integer primary key generated always as identity,
        name text not null unique,
        created_at timestamptz not null default now()
      )`
    return sql`select name from migrations order by id`
  },
  async loop(sql: Sql, files: MigrationFile[]) {
    for (const { name, abs } of files) {
      const { up } = (await import(pathToFileURL(abs).href)) as Migration
      try {
        await sql.begin(async (tx) => {
          await up(tx)
          await tx`insert into migrations (name) values (${name})`
        })
      } catch (error) {
        throw Object.assign(error as Error, { migration: name })
      }
    }
  },
  async end(sql: Sql) {
    await sql.end({ timeout: 5 })
  },
}
