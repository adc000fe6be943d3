import type { Context } from '../context.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { Term } from '../schemas/term.ts'
import { termNotFound } from './read.ts'
import type { MaybeTermRow } from './term.ts'

/**
 * Makes the caller the owner of a term. Only editors and admins can claim a term that has an owner or
 * is protected. Claiming
 * one's own term changes nothing.
 *
 * @throws Problem `not_found` or `forbidden`
 */
export async function claimTerm(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
): Promise<Term> {
  const row = await db.one<MaybeTermRow>('glossary/claim-term', {
    id,
    actor_id: actor.id,
    is_editor: isEditor(actor),
  })
  if (!row) throw termNotFound()
  if (row.term) return row.term.parse()
  throw new Problem('forbidden', {
    detail:
      'Only editors and admins can become the owner of a term that has one, and of a community or official term.',
  })
}
