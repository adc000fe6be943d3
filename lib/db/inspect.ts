import type { Sql } from 'postgres'
import { connect } from './connection.ts'
import { hasTable } from './functions.ts'
import { splitHosts } from './hosts.ts'
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
  /** how many processes of the service use it, as each listens once */
  processes: number
  /** settings of the server, the database or our user, as PostgreSQL shows them */
  synchronous_commit: string
  lock_timeout: string
  /** the schema that we use; null if there is none of the search path */
  schema: string | null
  isolation: string
  /** which database of which server this is */
  identity: string
  /** by how many seconds its clock is ahead of ours */
  clock_offset: number
  /** the addresses of active admins, as far as they have one */
  admins: (string | null)[]
  webhookSecrets: Uint8Array[]
  /** what is still to be delivered, and the age of the oldest */
  outbox: { backlog: number; oldest_seconds: number }
  /** migrations that have not run yet, and those that this version does not know */
  pending: string[]
  unknown: string[]
}

type Content = Pick<Inspection, 'admins' | 'webhookSecrets' | 'outbox'>
type Row = Omit<Inspection, keyof Content | 'clock_offset' | 'pending' | 'unknown'> & { clock: number }

/**
 * Looks at a database without changing it.
 *
 * @param url postgresql://…
 * @throws an outage of the database
 */
export async function inspectDatabase(url: string): Promise<Inspection> {
  const sql = connect(url)
  try {
    const asked = Date.now()
    const [row] = await sql<Row[]>`
      select
        extract(epoch from clock_timestamp())::float8 as clock,
        current_schema() as schema,
        current_setting('default_transaction_isolation') as isolation,
        current_database() || ' ' || pg_postmaster_start_time() as identity,
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
        current_setting('synchronous_commit') as synchronous_commit,
        current_setting('lock_timeout') as lock_timeout,
        (
          select count(*)::integer from pg_stat_activity
          where datname = current_database() and application_name = 'term-glossary' and query like 'listen credentials;%'
        ) as processes,
        (
          select nullif(datconnlimit, -1) from pg_database where datname = current_database()
        ) as database_limit,
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user) as user_limit`
    if (!row) throw new Error('the database returned no row')
    const clock_offset = row.clock - (asked + Date.now()) / 2000
    return { ...row, clock_offset, ...(await readContent(sql)), ...(await readMigrations(sql)) }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Returns the hosts of a URL that do not respond, and why. There is nothing to ask if it has one host. */
export async function findSilentHosts(url: string): Promise<{ host: string; reason: unknown }[]> {
  const each = splitHosts(url).hosts?.urls() ?? []
  const found = await Promise.all(
    each.map(async (single) => {
      const sql = connect(single)
      const reason = await sql`select true`.then(
        () => null,
        (error) => error,
      )
      await sql.end({ timeout: 1 })
      return reason === null ? [] : [{ host: new URL(single).host, reason }]
    }),
  )
  return found.flat()
}

/**
 * Returns which database of which server a URL leads to, in the form of `identity`. @throws an outage of the database
 */
export async function identifyDatabase(url: string): Promise<string | undefined> {
  const sql = connect(url, { isPooled: true })
  try {
    const [row] = await sql<{ identity: string }[]>`
      select current_database() || ' ' || pg_postmaster_start_time() as identity`
    return row?.identity
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Reads what the tables have of it; nothing if there are none yet. */
async function readContent(sql: Sql): Promise<Content> {
  const empty = { admins: [], webhookSecrets: [], outbox: { backlog: 0, oldest_seconds: 0 } }
  if (!(await hasTable(sql, 'webhooks')) || !(await hasTable(sql, 'outbox_messages'))) return empty
  const read = <Found extends object>(statement: string) => sql.unsafe<Found[]>(bind(statement, {}).text)
  const admins = await read<{ email: string | null }>('db/list-admins')
  const secrets = await read<{ encrypted_secret: Uint8Array }>('notify/list-secrets')
  const [outbox = empty.outbox] = await read<Content['outbox']>('metrics/count-outbox')
  return {
    admins: admins.map(({ email }) => email),
    webhookSecrets: secrets.map(({ encrypted_secret }) => encrypted_secret),
    outbox,
  }
}
