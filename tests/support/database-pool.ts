import postgres from 'postgres'
import type { Settings } from '../../lib/app/settings.ts'
import { openPools, type Pools } from '../../lib/service.ts'
import { createDatabase } from './databases.ts'
import { eventually } from './eventually.ts'

/** A migrated database without data, with the connections of a service and one for the test itself. */
export type OpenDatabase = { url: string; pools: Pools; sql: postgres.Sql }

type Kept = OpenDatabase & {
  key: string
  catalog: string
  /** how many rows of tests have been deleted from it */
  deleted: number
  drop(): Promise<unknown>
}

const idle: Kept[] = []

/** A table grows with the rows that have been deleted from it, as there is no autovacuum. */
const maxDeletedRows = 5000

/**
 * Opens a database for a test. Tests use the databases of their process one after the other: to create one and to
 * connect to it takes four times as long as most tests.
 */
export async function takeDatabase(settings: Settings): Promise<OpenDatabase> {
  const key = JSON.stringify([settings.databaseConnections, settings.databaseDirectUrl])
  const index = idle.findIndex((kept) => kept.key === key)
  if (index >= 0) return idle.splice(index, 1)[0] as Kept
  const { url, drop } = await createDatabase()
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const kept = { url, pools: openPools(url, settings), sql, key, deleted: 0, drop }
  return Object.assign(kept, { catalog: await readCatalog(sql) })
}

/** Takes a database back. It is emptied, or dropped if the test has left more behind than some rows. */
export async function giveBackDatabase(database: OpenDatabase): Promise<void> {
  const kept = database as Kept
  if (await empty(kept).catch(() => false)) idle.push(kept)
  else await close(kept)
}

/** Returns whether the database is as new. */
async function empty(kept: Kept) {
  const { sql, pools, catalog } = kept
  const isIdle = () => Object.values(pools).every((pool) => pool.countConnections().active === 0)
  await eventually('all statements have ended', isIdle, 0.2)
  if ((await readCatalog(sql)) !== catalog) return false
  const results = await sql.unsafe(await emptyingStatements(sql)).simple()
  for (const { count } of results as unknown as { count: number }[]) kept.deleted += count ?? 0
  await Promise.all(Object.values(pools).map((pool) => pool.run('db/ping')))
  return kept.deleted < maxDeletedRows
}

async function close({ sql, pools, drop }: Kept) {
  await Promise.all([...Object.values(pools), sql].map((client) => client.end()))
  await drop()
}

/**
 * Returns a text that changes with each table, function or setting that has been created or changed, and with what the
 * planner has been told about tables: it would plan the next test's statements as for these.
 */
async function readCatalog(sql: postgres.Sql) {
  const [row] = await sql`
    select concat_ws(' ',
      (select sum(xmin::text::bigint) from pg_class where oid >= 16384),
      (select sum(relpages) from pg_class where oid >= 16384),
      (select sum(reltuples) from pg_class where oid >= 16384),
      (select sum(xmin::text::bigint) from pg_attribute where attrelid >= 16384),
      (select sum(xmin::text::bigint) from pg_proc where oid >= 16384),
      (select sum(xmin::text::bigint) from pg_constraint where oid >= 16384),
      (select sum(xmin::text::bigint) from pg_trigger where oid >= 16384),
      (select count(*) from pg_statistic where starelid >= 16384),
      (select sum(xmin::text::bigint) from pg_db_role_setting),
      (select sum(xmin::text::bigint) from migrations),
      (select sum(xmin::text::bigint) from function_files)
    ) as text`
  return String(row?.text)
}

let emptying: Promise<string> | undefined

/**
 * Statements that delete all rows but those of migrations, in any order and without triggers, and start all counters
 * again.
 */
function emptyingStatements(sql: postgres.Sql) {
  emptying ??= sql<{ text: string }[]>`
    select string_agg(statement, '; ') as text
    from (
      select format('delete from %I', tablename) as statement
      from pg_tables
      where schemaname = 'public' and tablename not in ('migrations', 'function_files')
      union all
      select format('select setval(%L, 1, false)', sequencename)
      from pg_sequences
      where schemaname = 'public' and not starts_with(sequencename, 'migrations_')
    ) as statements`.then(
    ([row]) =>
      `select pg_advisory_unlock_all(); reset all; set lock_timeout = 1000; begin; set local session_replication_role = replica; ${row?.text}; commit; reset all`,
  )
  return emptying
}
