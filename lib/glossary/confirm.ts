import type { Context } from '../context.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { Term } from '../schemas/term.ts'
import { termNotFound } from './read.ts'
import type { MaybeTermRow } from './term.ts'

/**
 * Confirms that a term is still correct, which clears `is_stale`. Owners, editors and admins can do this.
 *
 * @throws Problem `not_found` or `forbidden`
 */
export async function confirmTerm(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
): Promise<Term> {
  const row = await db.one<MaybeTermRow>('glossary/confirm-term', {
    id,
    actor_id: actor.id,
    is_editor: isEditor(actor),
  })
  if (!row) throw termNotFound()
  if (row.term) return row.term.parse()
  throw new Problem('forbidden', {
    detail: 'Only the owner, editors and admins can confirm this term.',
  })
}
