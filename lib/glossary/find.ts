import type { Context } from '../context.ts'
import type { Term } from '../schemas/term.ts'
import { type TermRow, toTerm } from './term.ts'

type Needs = Pick<Context, 'db'>

/** Finds all meanings of names, ignoring case. They are sorted by name; the most trusted meaning comes first. */
export async function findByNames({ db }: Needs, names: readonly string[]): Promise<Term[]> {
  const rows = await db.many<TermRow>('terms/find-by-names', { names })
  return rows.map(toTerm)
}

const maxWordsInName = 4

/**
 * Finds the terms that a text mentions. Names of more than four words are not found.
 *
 * @param text of any length; callers limit it
 */
export function findInText(needs: Needs, text: string): Promise<Term[]> {
  const words = text.split(/\s+/).filter(Boolean)
  const candidates = new Set<string>()
  for (let start = 0; start < words.length; start++) {
    for (let length = 1; length <= maxWordsInName && start + length <= words.length; length++) {
      const phrase = words.slice(start, start + length).join(' ')
      // 'C++' is a name as it is; in '(SLA),' the punctuation belongs to the sentence.
      candidates.add(phrase)
      candidates.add(phrase.replace(/^[("'«„“‘[{]+|[)"'»”’\]},;:!?.…]+$/gu, ''))
    }
  }
  candidates.delete('')
  return candidates.size === 0 ? Promise.resolve([]) : findByNames(needs, [...candidates])
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
