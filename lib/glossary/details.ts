import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import type { Person } from '../schemas/user.ts'
import { termNotFound } from './read.ts'
import { toPerson } from './term.ts'

/** What the page of a term shows in addition to the term. */
export type TermDetails = {
  /** whether the reader has voted for the term */
  hasVoted: boolean
  /** false if there is no owner */
  isOwnerActive: boolean
  /** the latest dispute, unless the term was edited, confirmed or moved to another status since */
  dispute: { by: Person | null; reason: string | null; at: string } | null
}

type Row = {
  has_voted: boolean
  is_owner_active: boolean | null
  is_disputed: boolean
  disputer_id: string | null
  disputer_name: string | null
  reason: string | null
  disputed_at: string
}

/**
 * Reads the details of a term.
 *
 * @throws Problem `not_found`
 */
export async function readTermDetails(
  { db }: Pick<Context, 'db'>,
  reader: Pick<Actor, 'id'>,
  id: string,
): Promise<TermDetails> {
  const row = await db.one<Row>('terms/details', { id, reader_id: reader.id })
  if (!row) throw termNotFound()
  const by = toPerson(row.disputer_id, row.disputer_name)
  return {
    hasVoted: row.has_voted,
    isOwnerActive: row.is_owner_active ?? false,
    dispute: row.is_disputed ? { by, reason: row.reason, at: row.disputed_at } : null,
  }
}
