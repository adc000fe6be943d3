import type { Db } from '../context.ts'
import { termNotFound } from '../glossary/read.ts'
import { type Actor, requireEditor } from '../identity/actor.ts'
import { invalid, Problem } from '../problem.ts'

/**
 * Remembers that two terms that look like duplicates have two meanings, and so have the others with their name, so that
 * the review queue does not show the group again until it gets another meaning.
 *
 * @throws Problem `insufficient_role`, `not_found`, `validation_failed` if both are the same term, or `not_waiting` if
 * it
 *   is known already
 */
export async function keepBothMeanings({ db }: Db, actor: Actor, id: string, otherId: string): Promise<void> {
  requireEditor(actor)
  if (id === otherId) throw invalid('other_id', 'must be another term')
  const params = { id, other_id: otherId, actor_id: actor.id }
  const row = await db.one<{ is_new: boolean }>('review/keep-both', params)
  if (!row) throw termNotFound()
  if (!row.is_new) throw new Problem('not_waiting')
}

/**
 * Forgets that two terms have two meanings, and what was remembered of the others with their name together with that.
 *
 * @throws Problem `insufficient_role`, or `not_found` if nobody has said that they do
 */
export async function forgetBothMeanings({ db }: Db, actor: Actor, id: string, otherId: string): Promise<void> {
  requireEditor(actor)
  const params = { id, other_id: otherId, actor_id: actor.id }
  if (!(await db.one('review/forget-both', params))) throw termNotFound()
}
