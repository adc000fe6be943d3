import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'
import { limitDomains } from './domains.ts'
import { runTransaction } from './migration-steps.ts'

const directory = fileURLToPath(new URL('../../sql/functions', import.meta.url))

/**
 * Returns the text of each file in sql/functions/, by its name, in the order of the names, after that of the domains.
 */
export function readFunctions(): ReadonlyMap<string, string> {
  const names = readdirSync(directory).sort()
  const files = names.map((name) => [name, readFileSync(`${directory}/${name}`, 'utf8')] as const)
  return new Map([['domains', limitDomains()], ...files])
}

/** Whether a database has a table, or a view, of this name. */
export async function hasTable(sql: Sql, name: string): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`select to_regclass(${name}) is not null as exists`
  return row?.exists ?? false
}

/** Returns the names of the files that a database has run. */
export async function readLoaded(sql: Sql): Promise<string[]> {
  if (!(await hasTable(sql, 'function_files'))) return []
  const rows = await sql<{ name: string }[]>`select name from function_files`
  return rows.map(({ name }) => name)
}

/**
 * Runs the files whose text differs from what this database ran last, in order, each in its own transaction. Nothing is
 * dropped that a file no longer creates, because a process of the version before may still use it: a migration does
 * that.
 *
 * @param files the text of each file, by name; creates or replaces functions, triggers and views
 * @returns the names of the files that ran
 * @throws what a file throws, with the property `migration`, its name; earlier files stay applied
 */
export async function loadFunctions(sql: Sql, files: ReadonlyMap<string, string>): Promise<string[]> {
  await sql`create table if not exists function_files (name text primary key, text text not null)`
  const loaded = await sql<{ name: string; text: string }[]>`select name, text from function_files`
  const textOf = new Map(loaded.map(({ name, text }) => [name, text]))
  const changed = [...files].filter(([name, text]) => textOf.get(name) !== text)
  for (const [name, text] of changed) {
    try {
      await runTransaction(sql, async (tx) => {
        await tx.unsafe(text)
        await tx`
          insert into function_files (name, text) values (${name}, ${text})
          on conflict (name) do update set text = excluded.text`
      })
    } catch (error) {
      throw Object.assign(error as Error, { migration: name })
    }
  }
  return changed.map(([name]) => name)
}
