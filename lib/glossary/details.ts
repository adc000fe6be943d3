import type { Db } from '../context.ts'
import { termNotFound } from './read.ts'

/** What the page of a term says beside what answers say. */
export type TermDetails = {
  /** how many votes others cast before what the term means was last changed */
  earlier_votes: number
  /** null if there is no owner */
  is_owner_active: boolean | null
}

/**
 * Reads the details of a term.
 *
 * @throws Problem `not_found`
 */
export async function readTermDetails({ db }: Db, id: string): Promise<TermDetails> {
  const details = await db.one<TermDetails>('glossary/term-details', { id })
  if (!details) throw termNotFound()
  return details
}
