import type { Db } from '../context.ts'
import { Problem } from '../problem.ts'
import type { Term } from '../schemas/term.ts'
import { type TermRow, toTerm } from './term.ts'

/**
 * Reads a term.
 *
 * @throws Problem `not_found`
 */
export async function readTerm({ db }: Db, id: string): Promise<Term> {
  const row = await db.one<TermRow>('glossary/read-term', { id })
  if (!row) throw termNotFound()
  return toTerm(row)
}

/** The problem `not_found` for a term. */
export const termNotFound = () => new Problem('not_found', { detail: 'This term does not exist.' })

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
