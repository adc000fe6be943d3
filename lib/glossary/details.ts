import type { Context } from '../context.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import { termNotFound } from './read.ts'
import { mayEditProtected } from './revise.ts'

/** What a term means to one reader, in addition to the term. */
export type TermDetails = {
  /** whether the reader has voted for the term */
  hasVoted: boolean
  /** how many votes others cast before what the term means was last changed */
  earlierVotes: number
  /** whether the reader follows the term */
  isFollowed: boolean
  /** whether the reader may edit the term, rather than propose a change (contract, section 5) */
  mayEdit: boolean
  /** whether the reader may become the owner (contract, sections 5 and 16) */
  mayClaim: boolean
  /** false if there is no owner */
  isOwnerActive: boolean
}

type Row = {
  has_voted: boolean
  earlier_votes: number
  is_followed: boolean
  owner_id: string | null
  is_owner_active: boolean | null
  is_protected: boolean
}

/**
 * Reads the details of a term.
 *
 * @throws Problem `not_found`
 */
export async function readTermDetails(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  reader: Actor,
  id: string,
): Promise<TermDetails> {
  const row = await db.one<Row>('glossary/term-details', { id, reader_id: reader.id })
  if (!row) throw termNotFound()
  const isMine = row.owner_id === reader.id
  const isFree = row.owner_id === null && !row.is_protected
  return {
    hasVoted: row.has_voted,
    earlierVotes: row.earlier_votes,
    isFollowed: row.is_followed,
    mayEdit: !row.is_protected || isMine || mayEditProtected(settings, reader),
    mayClaim: !isMine && (isFree || isEditor(reader)),
    isOwnerActive: row.is_owner_active ?? false,
  }
}
