import type { Db } from '../context.ts'
import type { JsonText } from '../json-text.ts'
import { Problem } from '../problem.ts'
import type { Term } from '../schemas/term.ts'

/**
 * Reads a term.
 *
 * @throws Problem `not_found`
 */
export async function readTerm({ db }: Db, id: string): Promise<Term> {
  return (await readTermAsJson({ db }, id)).term.parse()
}

/**
 * Reads a term as JSON, with its version.
 *
 * @throws Problem `not_found`
 */
export async function readTermAsJson(
  { db }: Db,
  id: string,
): Promise<{ version: number; term: JsonText<Term> }> {
  const row = await db.one<{ version: number; term: JsonText<Term> }>('glossary/read-term', { id })
  if (!row) throw termNotFound()
  return row
}

/** Creates the problem for a term that does not exist. */
export const termNotFound = () => new Problem('not_found', { detail: 'This term does not exist.' })
