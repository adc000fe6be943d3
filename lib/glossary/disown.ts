import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import { termNotFound } from './read.ts'

type Needs = Pick<Context, 'db'>

/**
 * Ends the caller's ownership of a term. The term then has no owner, and anyone can claim it.
 *
 * @throws Problem `not_found`, or `forbidden` if the caller is not the owner
 */
export const disownTerm = (ctx: Needs, actor: Actor, id: string): Promise<void> =>
  disown(ctx, actor, id, false)

/**
 * Undoes that the caller claimed a term: it has no owner, and counts as confirmed or stale as it did before, unless someone
 * has confirmed it since.
 *
 * @throws Problem as `disownTerm` does
 */
export const undoClaim = (ctx: Needs, actor: Actor, id: string): Promise<void> =>
  disown(ctx, actor, id, true)

async function disown({ db }: Needs, actor: Actor, id: string, undoes_claim: boolean) {
  const params = { id, actor_id: actor.id, undoes_claim }
  const row = await db.one<{ was_owner: boolean }>('glossary/disown-term', params)
  if (!row) throw termNotFound()
  if (!row.was_owner) throw new Problem('forbidden', { detail: 'You do not own this term.' })
}
