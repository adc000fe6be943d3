import type { Context } from '../context.ts'
import type { Params } from '../db/statements.ts'
import { statuses } from '../schemas/term.ts'
import type { PageRow } from './term.ts'

type Needs = Pick<Context, 'db'>

/** What sql/terms/search.sql matches; null matches nothing. */
type SearchQuery = {
  /** compared with names */
  q: string | null
  /** letters and digits of `q`, compared with those of names */
  letters: string | null
  /** tsquery; matches names, full names and definitions */
  words: string | null
  /** tsquery; matches names and full names */
  name_words: string | null
  /** tsquery; ranks the matches of `name_words` */
  best_name_words: string | null
}

/**
 * Searches terms. Names with similar spellings are returned only if nothing else matches.
 *
 * @param q 1 to 200 characters
 * @param params filters and range of sql/terms/search.sql
 */
export async function searchTerms({ db }: Needs, q: string, params: Params): Promise<PageRow[]> {
  const search = (query: SearchQuery) => db.many<PageRow>('terms/search', { ...params, ...query })
  const rows = await search(parseQuery(q))
  const words = splitWords(q)
  if (hasMatches(rows) || !words.some(isCorrectable)) return rows
  return search(await correctQuery({ db }, words))
}

const hasMatches = ([row]: readonly PageRow[]) => statuses.some((status) => row?.[status])

/** Splits a text at everything but letters and digits, so that no word contains a tsquery operator. */
const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter(Boolean)

/**
 * Parses the text of a search. Its words match in any form and anywhere, or as typed in a name, where the
 * last word may be unfinished.
 */
function parseQuery(q: string): SearchQuery {
  const words = splitWords(q)
  const letters = words.join('')
  // Too many words start with the same letter.
  const isLastWordSelective = [...(words.at(-1) ?? '')].length > 1
  const nameWords = isLastWordSelective ? `${allOf(words)}:*` : null
  return {
    q,
    letters: [...letters].length > 1 ? letters : null,
    words: allOf(words),
    name_words: nameWords,
    best_name_words: nameWords,
  }
}

/** A short acronym is one letter away from other acronyms, so only longer words are corrected. */
const isCorrectable = (word: string) => [...word].length >= 5

/** The words in similar spellings, in names only; the closest spellings come first. */
async function correctQuery({ db }: Needs, words: readonly string[]): Promise<SearchQuery> {
  const rows = await db.many<{ word: string; spellings: string[] }>('words/similar', { words })
  const corrected = rows.map(({ word, spellings }) => ({
    any: anyOf([word, ...spellings]),
    closest: anyOf([word, ...spellings.slice(0, 1)]),
  }))
  return {
    ...{ q: null, letters: null, words: null },
    name_words: allOf(corrected.map(({ any }) => any)),
    best_name_words: allOf(corrected.map(({ closest }) => closest)),
  }
}

const allOf = (parts: readonly string[]) => (parts.length > 0 ? parts.join(' & ') : null)
const anyOf = (words: readonly string[]) => `(${words.join(' | ')})`
