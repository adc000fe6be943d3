import type { Context, Db } from '../context.ts'
import type { Params } from '../db/statements.ts'
import type { SliceRow } from '../glossary/term.ts'
import { isForeignWord, isFunctionWord } from '../schemas/function-words.ts'
import { isEnglishWord, isVeryCommon } from './english-words.ts'
import { asAsked, isWholeName, toMatches } from './forms-to-matches.ts'
import { splitWords } from './in-texts/text-to-tokens.ts'
import { toMeanings } from './matches-to-meanings.ts'
import { correctOneLetter, isOneLetterOff } from './misspelled-to-names.ts'
import { readNames } from './name-source.ts'
import { namesInDatabase } from './names-in-database.ts'

/** What sql/lookup/search.sql matches; null matches nothing. */
export type SearchQuery = {
  /** the IDs of the terms that a lookup finds, in its order */
  found: readonly string[]
  /** whether none of them is called like the whole text, so that names which begin with it come first */
  is_partial: boolean
  /** compared with the beginnings of names */
  q: string | null
  /** tsquery; matches names, aliases, full names and definitions */
  words: string | null
  /** the languages whose translations `words` match, too: those of the glossary but its own */
  languages: readonly string[]
  /** words that are written like acronyms: they must occur as they are, as a stemmer would change them */
  acronyms: readonly string[]
  /** tsquery; matches names, aliases and full names */
  name_words: string | null
  /** tsquery; ranks the matches of `name_words` */
  best_name_words: string | null
}

/** A query for a text with other spellings of its words: for each word, itself and those that names have. */
export type Correction = { query: SearchQuery; spellings: readonly (readonly string[])[] }

/** Runs sql/lookup/search.sql with the parameters of its filters and of its range. */
export async function searchTerms({ db }: Db, query: SearchQuery, params: Params): Promise<SliceRow> {
  const row = await db.one<SliceRow>('lookup/search', { ...params, ...query })
  if (!row) throw new Error('lookup/search returned no row')
  return row
}

type Known = Pick<SearchQuery, 'found' | 'is_partial' | 'languages'>

/**
 * Parses the text of a search, of which a lookup and the settings are known. Its words match in any form and anywhere,
 * or as typed in a name, where the last word may be unfinished.
 */
export function parseQuery(q: string, { found, is_partial, languages }: Known): SearchQuery {
  const typed = splitWords(q)
  const words = typed.map((word) => word.toLowerCase())
  const nameWords = toNameQuery(words)
  return {
    found,
    is_partial,
    q,
    words: allOf(words),
    languages,
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

/**
 * Replaces the words of a text by those of names with a similar spelling; the closest come first. The terms of which
 * the corrected word is a whole name or full name come before all others.
 *
 * @returns a query that matches names only, or null if no word is long enough
 */
export async function correctSpelling(
  { db, names }: Pick<Context, 'db' | 'names'>,
  text: string,
): Promise<Correction | null> {
  const words = splitWords(text.toLowerCase())
  const isWord = words.length === 1 && (isCorrectable(text) || !isAcronym(text.trim()))
  const ids = isWord ? await findOneLetterOff({ db, names }, words) : []
  if (ids.length === 0 && !words.some(isCorrectable)) return null
  const rows = await db.many<{ word: string; spellings: string[] }>('lookup/similar-words', {
    words,
    english: words.filter(isEnglishWord),
  })
  return toCorrection(
    rows.map(({ word, spellings }) => [
      word,
      ...spellings.filter((each) => !isEnglishWord(word) || isOneLetterOff(word, each)),
    ]),
    ids,
  )
}

/** The terms of which a corrected word is a whole name, alias or full name, the best first. */
async function findOneLetterOff(needs: Pick<Context, 'db' | 'names'>, words: readonly string[]) {
  const forms = correctOneLetter(words, await needs.names.read()).map(asAsked)
  const rows = await readNames(
    namesInDatabase(needs),
    forms.map(({ form }) => form),
    10 * maxWhole,
    false,
  )
  const found = toMatches(forms, rows, (form, row) => isWholeName(form, row) && splitWords(row.name).length === 1)
  return toMeanings(found, maxWhole, {}).matches.map(({ row }) => row.term_id)
}

/**
 * Leaves out the words that no name resembles. Returns null if there are none to leave out, or most of the words that
 * tell something would be.
 */
export function correctedOnly({ spellings }: Correction): Correction | null {
  const corrected = spellings.filter((each) => each.length > 1)
  const isMost = 2 * corrected.length >= spellings.filter(([word = '']) => isTelling(word)).length
  return corrected.length > 0 && corrected.length < spellings.length && isMost ? toCorrection(corrected) : null
}

/** Whether a word, in lower case, tells something about a text: most texts do not have it. */
const isTelling = (word: string): boolean => !isVeryCommon(word) && !isFunctionWord(word) && !isForeignWord(word)

/** Whether a text is ordinary talk: several words, of which none that tells something can be a misspelled name. */
export function isTalk(text: string): boolean {
  const words = splitWords(text.toLowerCase())
  return words.length > 1 && words.every((word) => isEnglishWord(word) || !isTelling(word))
}

function toCorrection(spellings: Correction['spellings'], found: SearchQuery['found'] = []): Correction {
  const query = {
    found,
    is_partial: false,
    q: null,
    words: null,
    languages: [],
    acronyms: [],
    name_words: allOf(spellings.map(anyOf)),
    best_name_words: allOf(spellings.map((each) => anyOf(each.slice(0, 2)))),
  }
  return { query, spellings }
}

/** How many words of a correction a name has. */
export function countCorrected(name: string, { spellings }: Correction): number {
  const words = new Set(splitWords(name.toLowerCase()))
  return spellings.filter((each) => each.some((word) => words.has(word))).length
}

const minCorrectable = 5
/** As many as can be suggested. */
const maxWhole = 5

/** A short acronym is one letter away from other acronyms, so only longer words are corrected. */
const isCorrectable = (word: string) => [...word].length >= minCorrectable

/** Whether a text has fewer letters and digits than a word that can be corrected. */
export const isShort = (text: string): boolean => !isCorrectable(splitWords(text).join(''))

/** Whether a text has a long word that is written like an acronym: its similar names are only suggested. */
export const hasLongAcronym = (text: string): boolean =>
  splitWords(text).some((word) => isAcronym(word) && isCorrectable(word))

/** Whether a word is written like an acronym: with two capitals or more. */
const isAcronym = (word: string) => /\p{Lu}.*\p{Lu}/u.test(word)

const allOf = (parts: readonly string[]) => (parts.length > 0 ? parts.join(' & ') : null)
const anyOf = (words: readonly string[]) => `(${words.join(' | ')})`
