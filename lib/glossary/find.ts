import type { Context } from '../context.ts'
import type { Term } from '../schemas/term.ts'
import { type TermRow, toTerm } from './term.ts'

type Needs = Pick<Context, 'db'>

/**
 * Every meaning of some names, whatever their case: by name, the most trusted meaning first.
 */
export async function findByNames({ db }: Needs, names: readonly string[]): Promise<Term[]> {
  const rows = await db.many<TermRow>('terms/find-by-names', { names })
  return rows.map(toTerm)
}

/** As many words as a name in running text is looked for with. */
const longestName = 4

/**
 * The terms that a text mentions: names of up to four words.
 *
 * @param text of any length; callers bound it
 */
export function findInText(needs: Needs, text: string): Promise<Term[]> {
  const words = text.split(/\s+/).filter(Boolean)
  const candidates = new Set<string>()
  for (let start = 0; start < words.length; start++) {
    for (let length = 1; length <= longestName && start + length <= words.length; length++) {
      const phrase = words.slice(start, start + length).join(' ')
      // As written, and without the punctuation of the sentence: 'C++' and '(SLA),' are both names.
      candidates.add(phrase)
      candidates.add(phrase.replace(/^[("'«„“‘[{]+|[)"'»”’\]},;:!?.…]+$/gu, ''))
    }
  }
  candidates.delete('')
  return candidates.size === 0 ? Promise.resolve([]) : findByNames(needs, [...candidates])
}

/**
 * Names that begin with a prefix, for completion.
 *
 * @returns a hundred names at most, and how many there are
 */
export async function completeName({ db }: Needs, prefix: string) {
  const rows = await db.many<{ name: string; total: number }>('terms/complete-name', { prefix })
  return { names: rows.map(({ name }) => name), total: rows[0]?.total ?? 0 }
}
