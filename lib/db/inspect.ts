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
  max_connections: number
  /** whether someone is an active admin */
  has_admin: boolean
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
    const [row] = await sql<Omit<Inspection, 'has_admin' | 'pending' | 'unknown'>[]>`
      select
        current_setting('server_version_num')::integer as version,
        current_setting('server_encoding') as encoding,
        pg_is_in_recovery() as is_standby,
        coalesce(has_schema_privilege(current_schema(), 'create'), false) as can_create,
        exists (select from pg_available_extensions where name = 'pg_trgm') as has_trgm,
        current_setting('max_connections')::integer as max_connections`
    if (!row) throw new Error('the database returned no row')
    return { ...row, has_admin: await hasAdmin(sql), ...(await readMigrations(sql)) }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function hasAdmin(sql: Sql): Promise<boolean> {
  if (!(await hasTable(sql, 'users'))) return false
  const [row] = await sql.unsafe<{ has_admin: boolean }[]>(bind('db/has-admin', {}).text)
  return row?.has_admin ?? false
}
