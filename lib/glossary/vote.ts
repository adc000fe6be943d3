import type { Context, Db } from '../context.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import type { Status, VoteResult } from '../schemas/term.ts'
import { voteTransitions } from './lifecycle.ts'
import { termNotFound } from './read.ts'

type Row = { vote_count: number; status: Status; new_status: Status | null; needs_correction: boolean }

/**
 * Casts the caller's vote and applies the status transition that it triggers. A second vote by the same user changes
 * nothing.
 *
 * @returns also whether the term needs a correction first, so that no vote moves it
 *
 * @throws Problem `not_found`
 */
export async function castVote(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  termId: string,
): Promise<VoteResult & { needsCorrection: boolean }> {
  const row = await db.one<Row>('glossary/cast-vote', {
    term_id: termId,
    user_id: actor.id,
    transitions: voteTransitions(settings, isEditor(actor)),
  })
  if (!row) throw termNotFound()
  return {
    needsCorrection: row.needs_correction,
    vote_count: row.vote_count,
    status: row.status,
    transition: row.new_status && (`to_${row.new_status}` as VoteResult['transition']),
    voted: true,
  }
}

/**
 * Withdraws the caller's vote. The status does not change.
 *
 * @throws Problem `not_found`
 */
export async function withdrawVote({ db }: Db, actor: Actor, termId: string): Promise<VoteResult> {
  const row = await db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id: termId })
    return tx.one<{ vote_count: number; status: Status }>('glossary/withdraw-vote', {
      term_id: termId,
      user_id: actor.id,
    })
  })
  if (!row) throw termNotFound()
  return { ...row, transition: null, voted: false }
}
