import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import { termNotFound } from './read.ts'

/**
 * Ends the caller's ownership of a term. The term then has no owner, and anyone can claim it.
 *
 * @throws Problem `not_found`, or `forbidden` if the caller is not the owner
 */
export async function disownTerm(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const row = await db.one<{ was_owner: boolean }>('terms/disown', { id, actor_id: actor.id })
  if (!row) throw termNotFound()
  if (!row.was_owner) throw new Problem('forbidden', { detail: 'You do not own this term.' })
}
