import type { Context } from '../context.ts'
import { hasId, type PageRow, toTerm } from '../glossary/term.ts'
import { type Status, statuses, type Term } from '../schemas/term.ts'

export type TermFilter = {
  status?: Status
  /** matched regardless of case */
  category?: string
  stale?: boolean
  /** all meanings of this name, matched regardless of case */
  name?: string
  /** a user ID */
  owner?: string
}

/** A page has at most `limit` terms and skips the first `offset` matches. */
export type PageRange = { limit: number; offset: number }

export type TermPage = {
  items: Term[]
  /** number of terms that match the filter */
  total: number
  /** number of terms in each status that match the rest of the filter */
  counts_by_status: Record<Status, number>
}

/** The parameters of a filter, as the statements in sql/terms/ take them. */
export const filterParams = ({ name, status, category, stale, owner }: TermFilter) => ({
  name: name ?? null,
  status: status ?? null,
  category: category ?? null,
  stale: stale ?? null,
  owner_id: owner ?? null,
})

/** Lists terms by name. */
export async function listTerms(
  { db }: Pick<Context, 'db'>,
  filter: TermFilter,
  range: PageRange,
): Promise<TermPage> {
  const params = { ...filterParams(filter), ...range }
  return toTermPage(await db.many<PageRow>('terms/list', params), filter.status)
}

/** @param status the one that the page is filtered by, if any */
export function toTermPage(rows: readonly PageRow[], status?: Status): TermPage {
  const counts = countsOf(rows)
  return {
    items: rows.filter(hasId).map(toTerm),
    total: status ? counts[status] : statuses.reduce((sum, each) => sum + counts[each], 0),
    counts_by_status: counts,
  }
}

/** Every row has the same counts. */
function countsOf([row]: readonly PageRow[]): Record<Status, number> {
  if (!row) throw new Error('a page has at least one row')
  const { suggested, pending, community, official } = row
  return { suggested, pending, community, official }
}
