import type { Context, Db } from '../context.ts'
import { addDays } from '../days.ts'
import type { Slice } from '../db/slice.ts'
import { type TermRow, toTerm } from '../glossary/term.ts'
import type { HistoryEntry, Term } from '../schemas/term.ts'

type Needs = Pick<Context, 'db' | 'now'>

/** What is new for someone who was here before. */
export type News = Slice<NewsItem> & {
  /** when they were here before; null if they were not */
  since: string | null
  /** the time from which on changes are news */
  from: string
}

/** A term that has been added or changed. */
export type NewsItem = {
  term: Term
  is_new: boolean
  /** its definition before, if that has changed */
  earlier: string | null
  /** what the latest change was, who made it, and when */
  action: HistoryEntry['action']
  actor_name: string | null
  created_at: string
  /** why it concerns the reader */
  is_followed: boolean
  is_category_followed: boolean
  is_asked: boolean
}

/** Records a visit of the home page, and reads what has changed since the one before, or in the last 30 days without one. */
export async function readNews(ctx: Needs, userId: string, limit: number): Promise<News> {
  const { db } = ctx
  const now = ctx.now()
  const visit = await db.one<{ previous_at: string | null }>('notify/record-visit', {
    user_id: userId,
    now: now.toISOString(),
  })
  const since = visit?.previous_at ?? null
  const from = since ?? addDays(now, -30).toISOString()
  return { since, from, ...(await listNews(ctx, userId, from, { limit, offset: 0 }, true)) }
}

/**
 * Lists what others have added and changed since a time: first what concerns the user, then the newest.
 *
 * @param reviewedFirst whether community and official terms come before those that are pending
 */
export async function listNews(
  { db }: Db,
  user_id: string,
  since: string,
  range: { limit: number; offset: number },
  reviewedFirst = false,
): Promise<Slice<NewsItem>> {
  const params = { user_id, since, reviewed_first: reviewedFirst, ...range }
  const rows = await db.many<Omit<NewsItem, 'term'> & TermRow & { total: number }>('notify/read-news', params)
  const items = rows.map(({ total, ...row }) => ({ ...row, term: toTerm(row) }))
  return { items, total: rows[0]?.total ?? 0 }
}
