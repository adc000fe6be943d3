import type { Context } from '../context.ts'
import { type Status, statuses, type Term } from '../schemas/term.ts'
import { hasId, type MaybeTermRow, toTerm } from './term.ts'

export type TermFilter = {
  /** searched for in name, full name and definition; without it the list is by name */
  q?: string
  status?: Status
  /** whatever its case */
  category?: string
  stale?: boolean
  /** a user id */
  owner?: string
}

export type TermPage = {
  items: Term[]
  /** matches of the whole filter */
  total: number
  /** matches of the filter without its status */
  counts_by_status: Record<Status, number>
}

type Row = Record<Status, number> & MaybeTermRow

/**
 * A page of terms, by relevance where `q` is given, else by name; with exact totals, in one statement.
 *
 * @param range `limit` terms at most, after `offset` others
 */
export async function listTerms(
  { db }: Pick<Context, 'db'>,
  filter: TermFilter,
  range: { limit: number; offset: number },
): Promise<TermPage> {
  const params = {
    q: filter.q ?? null,
    status: filter.status ?? null,
    category: filter.category ?? null,
    stale: filter.stale ?? null,
    owner_id: filter.owner ?? null,
    limit: range.limit,
    offset: range.offset,
  }
  const rows = await db.many<Row>(filter.q === undefined ? 'terms/list' : 'terms/search', params)
  const [first] = rows
  const counts = {
    suggested: first?.suggested ?? 0,
    pending: first?.pending ?? 0,
    community: first?.community ?? 0,
    official: first?.official ?? 0,
  }
  const total = filter.status
    ? counts[filter.status]
    : statuses.reduce((sum, status) => sum + counts[status], 0)
  const items: Term[] = []
  for (const row of rows) if (hasId(row)) items.push(toTerm(row))
  return { items, total, counts_by_status: counts }
}
