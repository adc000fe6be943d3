import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { termNotFound } from './read.ts'
import { versionProblem } from './revise.ts'

/**
 * Deletes a term and its votes. Its history is kept.
 *
 * @param ifMatch the versions that If-Match accepts, or null for any
 * @throws Problem `not_found` or `precondition_failed`
 */
export async function removeTerm(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
  ifMatch: number[] | null,
): Promise<void> {
  const row = await db.one<{ current_version: number; removed: boolean }>('terms/remove', {
    id,
    if_match: ifMatch,
    actor_id: actor.id,
  })
  if (!row) throw termNotFound()
  if (!row.removed) throw versionProblem(row.current_version, ifMatch)
}
