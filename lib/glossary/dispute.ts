import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import type { Term } from '../schemas/term.ts'
import { disputeTransitions } from './lifecycle.ts'
import { termNotFound } from './read.ts'
import { type TermRow, toTerm } from './term.ts'

/**
 * Disputes a term. All its votes are deleted, `community` and `official` terms return to `pending`, and the
 * owner is notified.
 *
 * @throws Problem `not_found`
 */
export async function disputeTerm(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
  reason: string | null,
): Promise<Term> {
  const row = await db.begin(async (tx) => {
    await tx.run('terms/lock', { id })
    return tx.one<TermRow>('terms/dispute', {
      id,
      reason,
      transitions: disputeTransitions,
      actor_id: actor.id,
    })
  })
  if (!row) throw termNotFound()
  return toTerm(row)
}
