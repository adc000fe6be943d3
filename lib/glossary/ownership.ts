import type { Db } from '../context.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { Term } from '../schemas/term.ts'
import { isInactiveOwner } from './create.ts'
import { termNotFound } from './read.ts'
import { isProtected } from './revise.ts'
import type { MaybeTermRow } from './term.ts'

/**
 * Makes the caller the owner of a term. Only editors and admins can claim a term that has an owner or is protected.
 * Claiming one's own term changes nothing.
 *
 * @throws Problem `not_found` or `forbidden`; `inactive_user` if the caller has just been deactivated
 */
export const claimTerm = (ctx: Db, actor: Actor, id: string): Promise<Term> =>
  vouch(
    ctx,
    'glossary/claim-term',
    { actor, id },
    'Only editors and admins can become the owner of a term that has one, and of a community or official term.',
  )

/** Whether a person may become the owner of a term (contract, sections 5 and 16). */
export const mayClaim = (actor: Actor, term: Pick<Term, 'status' | 'before_dispute' | 'owner'>): boolean =>
  term.owner?.id !== actor.id && (isEditor(actor) || (term.owner === null && !isProtected(term)))

/**
 * Confirms that a term is still correct, which clears `is_stale`. Owners, editors and admins can do this, but not while
 * it is known to be wrong.
 *
 * @throws Problem `not_found`, `forbidden` or `needs_correction`
 */
export const confirmTerm = (ctx: Db, actor: Actor, id: string): Promise<Term> =>
  vouch(ctx, 'glossary/confirm-term', { actor, id }, 'Only the owner, editors and admins can confirm this term.')

type VouchRow = MaybeTermRow & { needs_correction?: boolean }

/** @param refusal says who can do it */
async function vouch({ db }: Db, statement: string, { actor, id }: { actor: Actor; id: string }, refusal: string) {
  const params = { id, actor_id: actor.id, is_editor: isEditor(actor) }
  // A violated constraint must not end the transaction of the caller.
  const vouching = db.begin((tx) => tx.one<VouchRow>(statement, params))
  const row = await vouching.catch((error: unknown) => {
    throw isInactiveOwner(error) ? new Problem('inactive_user') : error
  })
  if (!row) throw termNotFound()
  if (row.term) return row.term.parse()
  throw row.needs_correction ? new Problem('needs_correction') : new Problem('forbidden', { detail: refusal })
}

/**
 * Ends the caller's ownership of a term. The term then has no owner, and anyone can claim it.
 *
 * @throws Problem `not_found`, or `forbidden` if the caller is not the owner
 */
export const disownTerm = (ctx: Db, actor: Actor, id: string): Promise<void> => disown(ctx, actor, id, false)

/**
 * Undoes that the caller claimed a term: it has no owner, and counts as confirmed or stale as it did before, unless
 * someone has confirmed it since.
 *
 * @throws Problem as `disownTerm` does
 */
export const undoClaim = (ctx: Db, actor: Actor, id: string): Promise<void> => disown(ctx, actor, id, true)

async function disown({ db }: Db, actor: Actor, id: string, undoes_claim: boolean) {
  const params = { id, actor_id: actor.id, undoes_claim }
  const row = await db.one<{ was_owner: boolean }>('glossary/disown-term', params)
  if (!row) throw termNotFound()
  if (!row.was_owner) throw new Problem('forbidden', { detail: 'You do not own this term.' })
}
