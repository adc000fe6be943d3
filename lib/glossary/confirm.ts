import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import type { Term } from '../schemas/term.ts'
import { changeAsOwner } from './as-owner.ts'

/**
 * Confirms that a term is still right, which clears its stale mark; by its owner or an editor.
 *
 * @throws Problem `not_found` or `forbidden`
 */
export function confirmTerm(ctx: Pick<Context, 'db'>, actor: Actor, id: string): Promise<Term> {
  const refusal = 'Only its owner or an editor can confirm a term.'
  return changeAsOwner(ctx, actor, id, 'terms/confirm', refusal)
}
