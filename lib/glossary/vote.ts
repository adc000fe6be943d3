import type { Context } from '../context.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import type { Status, transitions } from '../schemas/term.ts'
import { stepsByVote } from './lifecycle.ts'
import { termNotFound } from './read.ts'

export type VoteResult = {
  vote_count: number
  status: Status
  transition: (typeof transitions)[number] | null
  /** whether the caller's vote counts now */
  voted: boolean
}

/**
 * Casts the caller's vote and takes the step it earns; a second vote changes nothing.
 *
 * @throws Problem `not_found`
 */
export async function castVote(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  termId: string,
): Promise<VoteResult> {
  const row = await db.one<{ vote_count: number; status: Status; stepped_to: Status | null }>(
    'votes/cast',
    { term_id: termId, user_id: actor.id, steps: stepsByVote(settings, isEditor(actor)) },
  )
  if (!row) throw termNotFound()
  return {
    vote_count: row.vote_count,
    status: row.status,
    transition: row.stepped_to && (`to_${row.stepped_to}` as VoteResult['transition']),
    voted: true,
  }
}

/**
 * Takes the caller's vote back; the status stays.
 *
 * @throws Problem `not_found`
 */
export async function withdrawVote(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  termId: string,
): Promise<VoteResult> {
  const row = await db.begin(async (tx) => {
    await tx.run('terms/lock', { id: termId })
    return tx.one<{ vote_count: number; status: Status }>('votes/withdraw', {
      term_id: termId,
      user_id: actor.id,
    })
  })
  if (!row) throw termNotFound()
  return { ...row, transition: null, voted: false }
}
