import type { Db } from '../context.ts'
import { disputeTransitions } from '../glossary/lifecycle.ts'
import { readTerm, termNotFound } from '../glossary/read.ts'
import { type TermRow, toTerm } from '../glossary/term.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { Term } from '../schemas/term.ts'

/** The most reasons that a dispute can have. */
const maxReasons = 20

/**
 * Disputes a term. All its votes are deleted, `community` and `official` terms return to `pending`, and the owner is
 * notified. While the caller's earlier dispute is open, only the reason is added to it.
 *
 * @throws Problem `not_found`, or `too_many_reasons`
 */
export function disputeTerm(
  { db }: Db,
  actor: Actor,
  id: string,
  reason: string | null,
): Promise<Term> {
  return db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id })
    const params = { reason, actor_id: actor.id }
    const open = await tx.one<{ is_full: boolean }>('review/add-dispute-reason', {
      ...params,
      term_id: id,
      max_reasons: maxReasons,
    })
    if (open?.is_full) throw new Problem('too_many_reasons')
    if (open) return readTerm({ db: tx }, id)
    const row = await tx.one<TermRow>('review/open-dispute', {
      ...params,
      id,
      transitions: disputeTransitions,
    })
    if (!row) throw termNotFound()
    return toTerm(row)
  })
}
