import type { Sql } from 'postgres'
import { type ConnectionOptions, connect, sessionParameters } from './connection.ts'

/** What our statements rely on does not arrive at PostgreSQL. The message names it, and says what to do. */
export class ParametersError extends Error {}

/**
 * Checks that the parameters of our connections arrive at PostgreSQL: a connection pooler may drop them in silence, and
 * MCP could write then.
 *
 * @param url postgresql://…
 * @throws ParametersError
 */
export async function requireParameters(url: string, options: ConnectionOptions): Promise<void> {
  const missing = new Set<string>()
  for (const readOnly of [false, true]) {
    const sql = connect(url, { ...options, readOnly })
    try {
      for (const name of await findMissing(sql, sessionParameters({ readOnly }))) missing.add(name)
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
  if (missing.size === 0) return
  throw new ParametersError(
    `these connection parameters do not arrive at PostgreSQL: ${[...missing].join(', ')}. A connection pooler drops them: docs/operations.md says how to set them`,
  )
}

async function findMissing(sql: Sql, expected: Record<string, string | number | boolean>) {
  const names = Object.keys(expected)
  // In the units of pg_settings, which lacks the parameters of extensions that are not loaded.
  const rows = await sql<{ name: string; value: string | null }[]>`
    select n.name, coalesce(s.setting, current_setting(n.name, true)) as value
    from unnest(${names}::text[]) with ordinality as n (name, place)
    left join pg_settings s on s.name = n.name
    order by n.place`
  return rows.flatMap(({ name, value }) => (value === toSetting(expected[name]) ? [] : name))
}

const toSetting = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))
