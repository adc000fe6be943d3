import type { Context, Db } from '../context.ts'
import { addDays } from '../days.ts'
import type { Slice } from '../db/slice.ts'
import { type MaybeTermRow, toTerm } from '../glossary/term.ts'
import type { HistoryEntry, Term } from '../schemas/term.ts'

type Needs = Pick<Context, 'db' | 'now' | 'background'>

/** What is new for someone who was here before. */
export type News = Slice<NewsItem> & {
  /** when they were here before; null if they were not */
  since: string | null
  /** the time from which on changes are news */
  from: string
}

/** A term that has been added or changed, or an import. */
export type NewsItem = NewsTerm | NewsImport

export type NewsTerm = Change & {
  term: Term
  imported: null
  is_new: boolean
  /** its definition before, if that has changed */
  earlier: string | null
  action: HistoryEntry['action']
  /** why it concerns the reader, beside what a change has */
  is_followed: boolean
  is_asked: boolean
}

/** An import that was the last to change some terms, or what undoing it did. */
export type NewsImport = Change & { term: null; imported: { id: string; total: number; is_undone: boolean } }

/** The latest change: who made it, and when, and whether it concerns a category that the reader follows. */
type Change = { actor_name: string | null; created_at: string; is_category_followed: boolean }

/**
 * Records a visit of the home page, and reads what has changed since the one before, or in the last 30 days without
 * one.
 */
export async function readNews(ctx: Needs, userId: string, limit: number): Promise<News> {
  const { db, background } = ctx
  const now = ctx.now()
  const params = { user_id: userId, now: now.toISOString() }
  const visit = await db.one<{ previous_at: string | null }>('notify/read-visit', params)
  background.run('record a visit', () => db.run('notify/record-visit', params))
  const since = visit?.previous_at ?? null
  const from = since ?? addDays(now, -30).toISOString()
  return { since, from, ...(await listNews(ctx, userId, from, { limit, offset: 0 }, { reviewedFirst: true })) }
}

/**
 * Lists what others have added and changed since a time: first what concerns the user, then the newest. An import is
 * one item.
 *
 * @param options `reviewedFirst`: whether community and official terms come before those that are pending; `importId`
 *   lists the terms of an import, each by itself
 */
export async function listNews(
  { db }: Db,
  user_id: string,
  since: string,
  range: { limit: number; offset: number },
  { reviewedFirst = false, importId = null }: { reviewedFirst?: boolean; importId?: string | null } = {},
): Promise<Slice<NewsItem>> {
  const params = { user_id, since, reviewed_first: reviewedFirst, import_id: importId, ...range }
  const rows = await db.many<NewsRow>('notify/read-news', params)
  const items = rows.map(({ total, term, ...row }) => ({ ...row, term: term && toTerm({ term }) }) as NewsItem)
  return { items, total: rows[0]?.total ?? 0 }
}

type NewsRow = (Omit<NewsTerm, 'term'> | Omit<NewsImport, 'term'>) & MaybeTermRow & { total: number }
