import type { Context } from '../context.ts'
import type { PageRow } from '../glossary/term.ts'
import { filterParams } from './list.ts'
import { correctSpelling, isShort, type SearchQuery, searchTerms } from './search-query.ts'

type Needs = Pick<Context, 'db'>

const maxSuggestions = 5

/**
 * Suggests names for a text that no term has: those with a similar spelling, or for fewer than five letters those
 * that start with it.
 *
 * @returns up to five, the most similar first
 */
export async function suggestNames({ db }: Needs, text: string): Promise<string[]> {
  return suggestCorrected({ db }, text, await correctSpelling({ db }, text))
}

/**
 * Suggests names as `suggestNames` does, for a text whose spelling has been corrected.
 *
 * @param correction null if there is none, or if no name matches it
 */
export async function suggestCorrected(
  { db }: Needs,
  text: string,
  correction: SearchQuery | null,
): Promise<string[]> {
  if (correction) {
    const params = { ...filterParams({}), limit: maxSuggestions, offset: 0 }
    const names = namesOf(await searchTerms({ db }, correction, params))
    if (names.length > 0) return names
  }
  const statement = isShort(text) ? 'lookup/names-by-prefix' : 'terms/similar-names'
  const rows = await db.many<{ name: string }>(statement, { text })
  return rows.map(({ name }) => name)
}

/** The names of the first terms of a page, at most five. */
export function namesOf({ items }: PageRow): string[] {
  const names = items.parse().map(({ name }) => name)
  return [...new Set(names)].slice(0, maxSuggestions)
}
