import type { Context } from '../context.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { Term } from '../schemas/term.ts'
import { termNotFound } from './read.ts'
import { hasId, type MaybeTermRow, toTerm } from './term.ts'

/**
 * Runs a statement that changes a term only for those who own it or may own it: it gives a row with a
 * null id where the caller may not.
 *
 * @param refusal what to tell the caller then
 * @throws Problem `not_found` or `forbidden`
 */
export async function changeAsOwner(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
  statement: 'terms/confirm' | 'terms/claim',
  refusal: string,
): Promise<Term> {
  const row = await db.one<MaybeTermRow>(statement, {
    id,
    actor_id: actor.id,
    is_editor: isEditor(actor),
  })
  if (!row) throw termNotFound()
  if (hasId(row)) return toTerm(row)
  throw new Problem('forbidden', { detail: refusal })
}
