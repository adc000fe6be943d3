import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import type { Term } from '../schemas/term.ts'
import { changeAsOwner } from './as-owner.ts'

/**
 * Makes the caller the owner: of a term without one, or as an editor of any. Owning it already changes
 * nothing.
 *
 * @throws Problem `not_found` or `forbidden`
 */
export function claimTerm(ctx: Pick<Context, 'db'>, actor: Actor, id: string): Promise<Term> {
  const refusal = 'This term has an owner; only an editor can take it over.'
  return changeAsOwner(ctx, actor, id, 'terms/claim', refusal)
}
