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

/** Creates the problem for a term that does not exist. */
export const termNotFound = () => new Problem('not_found', { detail: 'This term does not exist.' })
