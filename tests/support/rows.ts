import type { TestService } from './test-service.ts'

/** Returns all rows of all tables as text, to search for what must not be stored. */
export async function rowsOf({ sql }: Pick<TestService, 'sql'>): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`
  const rows = []
  for (const { name } of tables) rows.push(...(await sql`select ${sql(name)}::text from ${sql(name)}`))
  return JSON.stringify(rows)
}
