import type { Sql } from 'postgres'
import { connect } from './connection.ts'
import { hasTable } from './functions.ts'
import { readMigrations } from './migrate.ts'
import { bind } from './statements.ts'

/** What has to be right about a database. */
export type Inspection = {
  /** 150012 for PostgreSQL 15.12 */
  version: number
  encoding: string
  /** whether it is a standby, which accepts no writes */
  is_standby: boolean
  /** whether our user can create tables */
  can_create: boolean
  /** whether the extension pg_trgm is there or can be created */
  has_trgm: boolean
  /** whether changes are refused although it is no standby */
  is_read_only: boolean
  /** whether there are tables that belong to another user */
  has_foreign_tables: boolean
  /** how many connections the server, the database and our user may have */
  max_connections: number
  database_limit: number | null
  user_limit: number | null
  /** the addresses of active admins, as far as they have one */
  admins: (string | null)[]
  /** migrations that have not run yet, and those that this version does not know */
  pending: string[]
  unknown: string[]
}

/**
 * Looks at a database without changing it.
 *
 * @param url postgresql://…
 * @throws an outage of the database
 */
export async function inspectDatabase(url: string): Promise<Inspection> {
  const sql = connect(url)
  try {
    const [row] = await sql<Omit<Inspection, 'admins' | 'pending' | 'unknown'>[]>`
      select
        current_setting('server_version_num')::integer as version,
        current_setting('server_encoding') as encoding,
        pg_is_in_recovery() as is_standby,
        coalesce(has_schema_privilege(current_schema(), 'create'), false) as can_create,
        exists (select from pg_available_extensions where name = 'pg_trgm') as has_trgm,
        current_setting('transaction_read_only')::boolean as is_read_only,
        exists (
          select from pg_class
          where relnamespace = current_schema()::regnamespace
            and relkind = 'r' and not pg_has_role(relowner, 'usage')
        ) as has_foreign_tables,
        current_setting('max_connections')::integer as max_connections,
        (
          select nullif(datconnlimit, -1) from pg_database where datname = current_database()
        ) as database_limit,
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user) as user_limit`
    if (!row) throw new Error('the database returned no row')
    return { ...row, admins: await readAdmins(sql), ...(await readMigrations(sql)) }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function readAdmins(sql: Sql) {
  if (!(await hasTable(sql, 'users'))) return []
  const rows = await sql.unsafe<{ email: string | null }[]>(bind('db/list-admins', {}).text)
  return rows.map(({ email }) => email)
}
