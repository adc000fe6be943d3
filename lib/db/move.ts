import type { Sql, TransactionSql } from 'postgres'
import { connect } from './connection.ts'
import { isOutage, isRefusal, reasonOf } from './errors.ts'
import { hasTable } from './functions.ts'
import { migrate } from './migrate.ts'
import { begin } from './transactions.ts'

/**
 * The target cannot take the data: it cannot be used, is not empty, or the copy differs. The message says what to do.
 */
export class MoveError extends Error {}

const rowsPerBatch = 100

type Table = { name: string; columns: string[]; references: string[] }

/**
 * Copies a database into an empty one, which may have an older version of PostgreSQL (14 or newer): migrates it, then
 * copies all tables in one transaction. Superuser rights are not needed.
 *
 * @param report called with a sentence for each table
 * @returns the number of rows
 * @throws MoveError, or what migrate() throws; the target has no row then
 */
export async function moveDatabase(
  sourceUrl: string,
  targetUrl: string,
  report: (sentence: string) => void,
): Promise<number> {
  const [source, target] = [connect(sourceUrl), connect(targetUrl)]
  try {
    await requireEmpty(target)
    await migrate(sourceUrl)
    await migrate(targetUrl)
    await Promise.all([source, target].map((sql) => sql`set statement_timeout = 0`))
    const tables = inOrder(await readTables(source))
    const copy = (from: TransactionSql) => begin(target, (to) => copyAll(from, to, tables, report))
    const rows = await begin(source, copy, 'isolation level repeatable read')
    await target`vacuum analyze`
    return rows
  } catch (error) {
    // The source has just been started here: it is the target that does not respond or refuses something.
    if (!isOutage(error) && !isRefusal(error)) throw error
    throw new MoveError(`the target cannot be used: ${reasonOf(error)}`, { cause: error })
  } finally {
    await Promise.all([source, target].map((sql) => sql.end({ timeout: 5 })))
  }
}

/** A database that the service has migrated, and nobody has used, is empty, too. */
async function requireEmpty(target: Sql) {
  const [server] = await target<{ version: number; encoding: string }[]>`
    select
      current_setting('server_version_num')::integer as version,
      current_setting('server_encoding') as encoding`
  if (!server || server.version < 140_000) throw new MoveError('the target must be PostgreSQL 14 or newer')
  if (server.encoding !== 'UTF8') {
    throw new MoveError("create the target again with: encoding 'UTF8' template template0")
  }
  const found = await target`
    select from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`
  if (found.length === 0) return
  const isOurs = (await hasTable(target, 'migrations')) && (await hasTable(target, 'users'))
  const [used] = isOurs ? await target`select from users union all select from terms limit 1` : [{}]
  if (used) throw new MoveError('the target is not empty: create another database, and move to that one')
}

/** Reads the tables, their columns without the computed ones, and the tables that they refer to. */
const readTables = (sql: Sql) => sql<Table[]>`
  select
    quote_ident(c.relname) as name,
    (
      select array_agg(quote_ident(attname) order by attnum)
      from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns,
    array(
      select quote_ident(r.relname)
      from pg_constraint f
      join pg_class r on r.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f'
    ) as references
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  order by c.relname`

/** Puts tables after those that they refer to. */
function inOrder(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  let left = [...tables]
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name))
    const next = left.filter(({ references }) => !references.some((name) => names.has(name)))
    if (next.length === 0) throw new Error(`these tables refer to each other: ${[...names].join(', ')}`)
    ordered.push(...next)
    left = left.filter((table) => !next.includes(table))
  }
  return ordered
}

async function copyAll(
  from: TransactionSql,
  to: TransactionSql,
  tables: readonly Table[],
  report: (sentence: string) => void,
): Promise<number> {
  // What triggers would compute is copied, too.
  for (const { name } of tables) await to.unsafe(`alter table ${name} disable trigger user`)
  await to.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  let rows = 0
  for (const { name, columns } of tables) {
    await copyRows(from, to, name, columns.join(', '))
    const [expected, copied] = [await countRows(from, name), await countRows(to, name)]
    if (expected !== copied) throw new MoveError(`${name} has ${expected} rows, and ${copied} arrived`)
    report(`${name}: ${copied} rows`)
    rows += copied
  }
  await copySequences(from, to)
  for (const { name } of tables) await to.unsafe(`alter table ${name} enable trigger user`)
  return rows
}

/**
 * Copies the rows of a table as JSON, in batches. With `copy`, the driver (3.4.9) hangs: it does not read on after a
 * stream that it has paused has ended.
 */
async function copyRows(from: TransactionSql, to: TransactionSql, table: string, columns: string) {
  const rows = from.unsafe<{ json: string }[]>(
    `select to_json(r)::text as json from (select ${columns} from ${table}) as r`,
  )
  for await (const batch of rows.cursor(rowsPerBatch)) {
    const list = `[${batch.map(({ json }) => json).join(',')}]`
    await to.unsafe(
      `insert into ${table} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${table}, $1::text::json)`,
      [list],
    )
  }
}

async function countRows(sql: TransactionSql, table: string): Promise<number> {
  const [row] = await sql.unsafe<{ rows: number }[]>(`select count(*)::integer as rows from ${table}`)
  return row?.rows ?? 0
}

/** New rows get numbers after those that exist. */
async function copySequences(from: TransactionSql, to: TransactionSql) {
  const sequences = await from<{ name: string; last_value: string }[]>`
    select quote_ident(sequencename) as name, last_value
    from pg_sequences
    where schemaname = 'public' and last_value is not null`
  for (const { name, last_value } of sequences) {
    await to`select setval(${name}::regclass, ${last_value}::bigint)`
  }
}
