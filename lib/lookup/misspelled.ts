import type { Finds } from '../context.ts'
import { becauseFollowed, type Found, type Surroundings } from './find.ts'
import { findOneOff } from './one-letter-off.ts'
import { namesInQuestion, withoutSigns } from './questions.ts'
import { splitWords } from './tokens.ts'

/** No name has more words; a text of more is a sentence. */
const maxWords = 20

/**
 * Finds what a text of two words or more is but for one letter in one of its words, or the name in a question (contract,
 * section 13).
 *
 * @param typed 1 to 200 characters
 * @returns null if there is none; `asked` is the names as they are spelled
 */
export async function findMisspelled(
  { db }: Pick<Finds, 'db'>,
  typed: string,
  surroundings: Surroundings,
  limit: number,
): Promise<Found | null> {
  const texts = [typed, ...withoutSigns(typed), ...namesInQuestion(typed)].map((text) =>
    splitWords(text.toLowerCase()),
  )
  const distinct = [...new Map(texts.map((words) => [words.join(' '), words])).values()]
  const possible = distinct.filter(({ length }) => length > 1 && length <= maxWords)
  const rows = await findOneOff({ db }, possible, surroundings, limit)
  const [first] = rows
  if (!first) return null
  const meant = rows.filter(({ question }) => question === first.question)
  const names = [...new Set(meant.map(({ name }) => name))].join(', ')
  return {
    match: 'misspelled',
    asked: names.length > 200 ? first.name : names,
    named: meant.map(({ term_id, name, kind }) => ({ term_id, matched: { name, kind } })),
    total: meant.length,
    ...becauseFollowed(first),
  }
}
