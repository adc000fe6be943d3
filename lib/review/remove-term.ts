import type { Context, Db } from '../context.ts'
import { termNotFound } from '../glossary/read.ts'
import { versionProblem } from '../glossary/revise.ts'
import type { Actor } from '../identity/actor.ts'
import type { Impact } from '../schemas/term.ts'
import { upholdAll } from './disputes.ts'
import { declineAll } from './proposals.ts'

const note = 'This term was deleted.'

/**
 * Deletes a term and its votes. Its history is kept. Its open disputes are upheld, and open proposals for it are
 * declined, so that whoever made them is told.
 *
 * @param ifMatch the versions that If-Match accepts, or null for any
 * @throws Problem `not_found` or `precondition_failed`
 */
export function removeTerm({ db }: Db, actor: Actor, id: string, ifMatch: number[] | null): Promise<void> {
  return db.begin(async (tx) => {
    await tx.run('review/lock-for-removal', { ids: [id] })
    await upholdAll({ db: tx }, actor, id, note)
    await declineAll({ db: tx }, actor, id, note)
    const params = { id, if_match: ifMatch, actor_id: actor.id }
    const row = await tx.one<{ current_version: number; removed: boolean }>('review/remove-term', params)
    if (!row) throw termNotFound()
    if (!row.removed) throw versionProblem(row.current_version, ifMatch)
  })
}

/**
 * Says what would be missing without a term (contract, section 20). It is computed from what is stored now.
 *
 * @throws Problem `not_found`
 */
export async function readImpact(
  { db, settings: { wanted } }: Pick<Context, 'db' | 'settings'>,
  id: string,
): Promise<Impact> {
  const impact = await db.one<Impact>('review/impact', { id, wanted })
  if (!impact) throw termNotFound()
  return impact
}
