import type { Context } from '../context.ts'
import type { Params } from '../db/statements.ts'
import type { PageRow } from '../glossary/term.ts'
import { statuses } from '../schemas/term.ts'
import { findNamed } from './find.ts'

type Needs = Pick<Context, 'db'>

/** What sql/terms/search.sql matches; null matches nothing. */
type SearchQuery = {
  /** the IDs of the terms that a lookup finds, in its order */
  found: readonly string[]
  /** compared with the beginnings of names */
  q: string | null
  /** tsquery; matches names, aliases, full names and definitions */
  words: string | null
  /** words that are written like acronyms: they must occur as they are, as a stemmer would change them */
  acronyms: readonly string[]
  /** tsquery; matches names, aliases and full names */
  name_words: string | null
  /** tsquery; ranks the matches of `name_words` */
  best_name_words: string | null
}

type SearchResult = {
  rows: PageRow[]
  /** up to five names with a similar spelling, if nothing else matches */
  didYouMean: string[]
}

/** More terms than a name can have meanings. */
const maxFound = 1000
const maxSuggestions = 5

/**
 * Searches terms: first what a lookup finds, then names that start with the text, then its words. If nothing
 * matches, the rows are terms with similar spellings, and `didYouMean` has their names. What is written like an
 * acronym is never corrected: its similar names are only suggested.
 *
 * @param q 1 to 200 characters
 * @param params filters and range of sql/terms/search.sql
 */
export async function searchTerms({ db }: Needs, q: string, params: Params): Promise<SearchResult> {
  const search = (query: SearchQuery) => db.many<PageRow>('terms/search', { ...params, ...query })
  const { named } = await findNamed({ db }, q, {}, maxFound)
  const rows = await search({ ...parseQuery(q), found: named.map(({ term_id }) => term_id) })
  const corrected = hasMatches(rows) ? null : await correctQuery({ db }, q)
  if (!corrected) return { rows, didYouMean: [] }
  const similar = await search(corrected)
  const isOnlySuggested = splitWords(q).some((word) => isAcronym(word) && isCorrectable(word))
  return { rows: isOnlySuggested ? rows : similar, didYouMean: namesOf(similar) }
}

/**
 * Suggests names for a text that no term has: those with a similar spelling, or for fewer than five letters those
 * that start with it.
 *
 * @returns up to five, the most similar first
 */
export async function suggestNames({ db }: Needs, text: string): Promise<string[]> {
  const isShort = [...splitWords(text).join('')].length < minCorrectable
  const corrected = isShort ? null : await correctQuery({ db }, text)
  if (corrected) {
    const unfiltered = { status: null, category: null, stale: null, owner_id: null }
    const range = { limit: maxSuggestions, offset: 0 }
    const names = namesOf(
      await db.many<PageRow>('terms/search', { ...corrected, ...unfiltered, ...range }),
    )
    if (names.length > 0) return names
  }
  const statement = isShort ? 'lookup/names-by-prefix' : 'terms/similar-names'
  const rows = await db.many<{ name: string }>(statement, { text })
  return rows.map(({ name }) => name)
}

const hasMatches = ([row]: readonly PageRow[]) => statuses.some((status) => row?.[status])

function namesOf(rows: readonly PageRow[]) {
  const names = rows.flatMap((row) => (row.id === null ? [] : [row.name]))
  return [...new Set(names)].slice(0, maxSuggestions)
}

/** Splits a text at everything but letters and digits, so that no word contains a tsquery operator. */
const splitWords = (text: string): string[] => text.split(/[^\p{L}\p{Nd}]+/u).filter(Boolean)

/** Whether a word is written like an acronym: with two capitals or more. */
const isAcronym = (word: string) => /\p{Lu}.*\p{Lu}/u.test(word)

/**
 * Parses the text of a search. Its words match in any form and anywhere, or as typed in a name, where the
 * last word may be unfinished.
 */
function parseQuery(q: string): Omit<SearchQuery, 'found'> {
  const typed = splitWords(q)
  const words = typed.map((word) => word.toLowerCase())
  const nameWords = toNameQuery(words)
  return {
    q,
    words: allOf(words),
    acronyms: typed.filter(isAcronym).map((word) => word.toLowerCase()),
    name_words: nameWords,
    best_name_words: nameWords,
  }
}

/**
 * The last word may be unfinished. Too many words start with the same letter: after other words, a single one is
 * ignored, so that the list does not become empty while a full name is typed.
 */
function toNameQuery(words: readonly string[]) {
  const hasLetters = (word: string | undefined) => [...(word ?? '')].length > 1
  if (hasLetters(words.at(-1))) return `${allOf(words)}:*`
  return words.some(hasLetters) ? allOf(words.slice(0, -1)) : null
}

const minCorrectable = 5

/** A short acronym is one letter away from other acronyms, so only longer words are corrected. */
const isCorrectable = (word: string) => [...word].length >= minCorrectable

/** The words in similar spellings, in names only; the closest spellings come first. Null if no word is long enough. */
async function correctQuery({ db }: Needs, text: string): Promise<SearchQuery | null> {
  const words = splitWords(text.toLowerCase())
  if (!words.some(isCorrectable)) return null
  const rows = await db.many<{ word: string; spellings: string[] }>('words/similar', { words })
  const corrected = rows.map(({ word, spellings }) => ({
    any: anyOf([word, ...spellings]),
    closest: anyOf([word, ...spellings.slice(0, 1)]),
  }))
  return {
    ...{ found: [], q: null, words: null, acronyms: [] },
    name_words: allOf(corrected.map(({ any }) => any)),
    best_name_words: allOf(corrected.map(({ closest }) => closest)),
  }
}

const allOf = (parts: readonly string[]) => (parts.length > 0 ? parts.join(' & ') : null)
const anyOf = (words: readonly string[]) => `(${words.join(' | ')})`
