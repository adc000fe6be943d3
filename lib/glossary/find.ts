import type { Context } from '../context.ts'
import type { Term } from '../schemas/term.ts'
import { type TermRow, toTerm } from './term.ts'

type Needs = Pick<Context, 'db'>

/** More meanings than anyone reads; each may be 4 KB long. */
const maxMeanings = 100

/**
 * Finds the meanings of names, ignoring case, sorted by name; the most trusted meaning comes first.
 *
 * @returns at most 100 terms
 */
export async function findByNames({ db }: Needs, names: readonly string[]): Promise<Term[]> {
  const rows = await db.many<TermRow>('terms/find-by-names', { names, limit: maxMeanings })
  return rows.map(toTerm)
}

const maxWordsInName = 4
/** The longest name, in characters, is no longer than this in UTF-16 units. */
const maxNameLength = 240

/**
 * Finds the terms that a text mentions, at most 100. Names of more than four words are not found. Takes time
 * proportional to the length of the text.
 *
 * @param text of any length; callers limit it
 */
export function findInText(needs: Needs, text: string): Promise<Term[]> {
  const words = text.split(/\s+/).filter((word) => word !== '' && word.length <= maxNameLength)
  const candidates = new Set<string>()
  for (let start = 0; start < words.length; start++) {
    for (let length = 1; length <= maxWordsInName && start + length <= words.length; length++) {
      const phrase = words.slice(start, start + length).join(' ')
      // 'C++' is a name as it is; in '(SLA),' the punctuation belongs to the sentence.
      candidates.add(phrase)
      candidates.add(trimPunctuation(phrase))
    }
  }
  candidates.delete('')
  return candidates.size === 0 ? Promise.resolve([]) : findByNames(needs, [...candidates])
}

const opening = new Set('("\'«„“‘[{')
const closing = new Set(')"\'»”’]},;:!?.…')

/** A regular expression for this would take time proportional to the square of the length. */
function trimPunctuation(phrase: string) {
  let start = 0
  let end = phrase.length
  while (start < end && opening.has(phrase.charAt(start))) start++
  while (end > start && closing.has(phrase.charAt(end - 1))) end--
  return phrase.slice(start, end)
}

/**
 * Finds names that start with a prefix, for completion.
 *
 * @returns at most 100 names, and the number of all that match
 */
export async function completeName({ db }: Needs, prefix: string) {
  const rows = await db.many<{ name: string; total: number }>('terms/complete-name', { prefix })
  return { names: rows.map(({ name }) => name), total: rows[0]?.total ?? 0 }
}
