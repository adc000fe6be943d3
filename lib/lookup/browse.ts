import type { Context, Db } from '../context.ts'
import { addDays, dayMs } from '../days.ts'
import { type TermRow, toTerm } from '../glossary/term.ts'
import type { Term } from '../schemas/term.ts'
import { filterParams, type TermFilter } from './filter-to-terms.ts'

/**
 * Lists the first characters of the names that match a filter, in lower case and in the order of the list.
 *
 * @returns at most 60; all characters that sort before "a" (digits, punctuation) count as one
 */
export async function listInitials({ db }: Db, { status, category, stale, owner }: TermFilter): Promise<string[]> {
  const params = filterParams({ status, category, stale, owner })
  const rows = await db.many<{ initial: string }>('lookup/count-initials', params)
  return rows.map(({ initial }) => initial)
}

/**
 * Lists the categories of all terms by name. Categories that differ only in case are one category.
 *
 * @returns at most 100
 */
export async function listCategories({ db }: Db): Promise<string[]> {
  const rows = await db.many<{ category: string }>('lookup/list-categories')
  return rows.map(({ category }) => category)
}

export type Category = { category: string; count: number }

/** Counts the terms of each category, the largest first. @returns at most `limit` */
export const countCategories = ({ db }: Db, limit: number): Promise<Category[]> =>
  db.many<Category>('lookup/count-by-category', { limit })

/** Returns the word of the day (UTC) and another one: community or official terms, the same for everyone. */
export async function readWordsOfTheDay({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Term[]> {
  const day = Math.floor(now().getTime() / dayMs)
  const rows = await db.many<TermRow>('lookup/words-of-the-day', { day })
  return rows.map(toTerm)
}

/** A suggestion that nobody has explained, and how many people used it. */
export type UsedSuggestion = { term: Term; people: number }

/** Lists suggestions that nobody has explained, those first that most people used. @returns at most `limit` */
export async function listMostUsed({ db }: Db, limit: number): Promise<UsedSuggestion[]> {
  const rows = await db.many<TermRow & { people: number }>('lookup/most-used-suggestions', { limit })
  return rows.map((row) => ({ term: toTerm(row), people: row.people }))
}

/** A name that is worth knowing, and its category if the reader follows that. */
export type FirstWord = { name: string; followed_category: string | null }

/** Lists the names that someone who is new here meets first. @returns none after the first week */
export function listFirstWords({ db, now }: Pick<Context, 'db' | 'now'>, userId: string): Promise<FirstWord[]> {
  const since = addDays(now(), -7).toISOString()
  return db.many<FirstWord>('lookup/first-words', { user_id: userId, since })
}

/** Returns the offset, in the list by name, of the first term whose name starts with an initial. */
export async function offsetOfInitial({ db }: Db, initial: string, filter: TermFilter): Promise<number> {
  const row = await db.one<{ offset: number }>('lookup/offset-of-initial', { ...filterParams(filter), initial })
  return row?.offset ?? 0
}
