import type { Context, Db } from '../context.ts'
import type { SliceRow } from '../glossary/term.ts'
import type { Term } from '../schemas/term.ts'
import { isVeryCommon } from './english-words.ts'
import { filterParams } from './filter-to-terms.ts'
import { splitWords } from './in-texts/text-to-tokens.ts'
import { isQuestion } from './question-to-name.ts'
import {
  type Correction,
  correctedOnly,
  correctSpelling,
  countCorrected,
  isShort,
  isTalk,
  searchTerms,
} from './search-to-query.ts'

const maxSuggestions = 5

type Needs = Pick<Context, 'db' | 'names'>

/**
 * Suggests names for a text that no term has: those with a similar spelling, or for fewer than five letters those
 * that start with it.
 *
 * @returns up to five, the most similar first
 */
export async function suggestNames(needs: Needs, text: string): Promise<string[]> {
  return suggestCorrected(needs, text, await correctSpelling(needs, text))
}

/**
 * Suggests names as `suggestNames` does, for a text whose spelling has been corrected. The words that no name resembles
 * are left out only if nothing else helps: `was ist kubernets`.
 *
 * @param hasMatches whether names may match the correction
 */
export async function suggestCorrected(
  { db }: Db,
  text: string,
  correction: Correction | null,
  hasMatches = true,
): Promise<string[]> {
  const names = correction && hasMatches ? await namesLike({ db }, correction) : []
  if (names.length > 0 && !isShort(text)) return names
  const others = await namesResembling({ db }, text)
  if (names.length + others.length > 0) return [...new Set([...names, ...others])].slice(0, maxSuggestions)
  const rest = correction && correctedOnly(correction)
  return rest ? namesLike({ db }, rest) : []
}

/** Suggests names that a whole text resembles, in which other names have been found. */
export async function suggestForWhole({ db, names: known }: Needs, text: string): Promise<string[]> {
  const correction = await correctSpelling({ db, names: known }, text)
  const names = correction ? await namesLike({ db }, correction) : []
  return names.length > 0 ? names : namesResembling({ db }, text)
}

async function namesResembling({ db }: Db, text: string): Promise<string[]> {
  if (isTalk(text)) return []
  const statement = isShort(text) ? 'lookup/names-by-prefix' : 'lookup/similar-names'
  const rows = await db.many<{ called: string }>(statement, { text })
  return rows.map(({ called }) => called)
}

async function namesLike({ db }: Db, correction: Correction): Promise<string[]> {
  const params = { ...filterParams({}), limit: maxSuggestions, offset: 0 }
  return namesOf(await searchTerms({ db }, correction.query, params), correction)
}

/** A longer question is a message that tells more than it asks. */
const maxQuestionWords = 20

/**
 * Suggests terms for a question that no name answers, such as `how do I get travel costs back`: those whose definition
 * or names have some of its words.
 *
 * @returns up to five names, those with the most words first; none if the text is no question
 */
export async function suggestForQuestion({ db }: Db, text: string): Promise<string[]> {
  const words = splitWords(text)
  if (!isQuestion(text) || words.length > maxQuestionWords) return []
  const telling = words.filter((word) => !isVeryCommon(word.toLowerCase()))
  const rows = await db.many<{ name: string }>('lookup/terms-sharing-words', { words, telling })
  return rows.map(({ name }) => name)
}

/** What the first terms of a list are called that resembles the corrected text: at most five names and aliases. */
export function namesOf({ items }: SliceRow, correction: Correction): string[] {
  const names = items.parse().map((term) => calledLike(term, correction))
  return [...new Set(names)].slice(0, maxSuggestions)
}

/** The alias of a term that has more words of a correction than its name and its full name have, or else its name. */
function calledLike({ name, full_name, aliases }: Term, correction: Correction): string {
  const count = (text: string) => countCorrected(text, correction)
  const others = aliases.filter(({ kind }) => kind === 'alias').map((alias) => alias.name)
  const best = Math.max(...others.map(count))
  const isNameLike = Math.max(count(name), count(full_name ?? '')) >= best
  return (isNameLike ? undefined : others.find((other) => count(other) === best)) ?? name
}
