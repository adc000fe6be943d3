import type { Context } from '../context.ts'
import type { Status, Term } from '../schemas/term.ts'
import { type TermRow, toTerm } from './term.ts'

/**
 * Lists the terms that follow a term by name. Reading a long list this way takes the same time for each page, and
 * holds nothing in the database between two pages. Terms that change meanwhile may appear twice or not at all.
 *
 * @param status only terms with this status; all if undefined
 */
export async function listAfter(
  { db }: Pick<Context, 'db'>,
  { name, full_name, category }: Term,
  status: Status | undefined,
  limit: number,
): Promise<Term[]> {
  const params = { name, full_name, category, status: status ?? null, limit }
  const rows = await db.many<TermRow>('terms/list-after', params)
  return rows.map(toTerm)
}
