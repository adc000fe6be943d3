import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import type { Term } from '../schemas/term.ts'
import { fallsByDispute } from './lifecycle.ts'
import { termNotFound } from './read.ts'
import { type TermRow, toTerm } from './term.ts'

/**
 * Disputes a term: all its votes go, `community` and `official` fall to `pending`, and a message to the
 * owner is stored with the change.
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
    const steps = fallsByDispute
    return tx.one<TermRow>('terms/dispute', { id, reason, steps, actor_id: actor.id })
  })
  if (!row) throw termNotFound()
  return toTerm(row)
}
