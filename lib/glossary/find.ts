import type { Db } from '../context.ts'
import type { Term } from '../schemas/term.ts'
import { type TermRow, toTerm } from './term.ts'

/** More meanings than anyone reads; each may be 4 KB long. */
const maxMeanings = 100

/**
 * Finds the meanings of names, ignoring case, sorted by name; the most trusted meaning comes first.
 *
 * @returns at most 100 terms
 */
export async function findByNames({ db }: Db, names: readonly string[]): Promise<Term[]> {
  const rows = await db.many<TermRow>('glossary/find-by-names', { names, limit: maxMeanings })
  return rows.map(toTerm)
}

/**
 * Finds names that start with a prefix, for completion.
 *
 * @returns at most 100 names, and the number of all that match
 */
export async function completeName({ db }: Db, prefix: string) {
  const rows = await db.many<{ name: string; total: number }>('glossary/complete-name', { prefix })
  return { names: rows.map(({ name }) => name), total: rows[0]?.total ?? 0 }
}
