import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import { termNotFound } from './read.ts'

/**
 * Gives up the caller's ownership of a term; it then belongs to nobody, and anybody can claim it.
 *
 * @throws Problem `not_found`, or `forbidden` where the term is not theirs
 */
export async function disownTerm(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const row = await db.one<{ was_owner: boolean }>('terms/disown', { id, actor_id: actor.id })
  if (!row) throw termNotFound()
  if (!row.was_owner) throw new Problem('forbidden', { detail: 'This term is not yours.' })
}
