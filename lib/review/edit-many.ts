import type { Db } from '../context.ts'
import { readTerm, termNotFound } from '../glossary/read.ts'
import { saveVersion } from '../glossary/revise.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { BulkEdit, ReviewResult } from '../schemas/review.ts'
import { toResult } from './decide.ts'

/**
 * Sets the category, the owner or both of terms, each in a transaction of its own, so that one that fails leaves the others
 * changed. Only editors may.
 *
 * @returns what became of each term, in their order
 * @throws Problem `validation_failed` if the owner is no active user
 */
export async function editMany(
  ctx: Db,
  actor: Actor,
  ids: readonly string[],
  set: BulkEdit['set'],
): Promise<ReviewResult[]> {
  if (set.owner_id) await requireUser(ctx, set.owner_id)
  const results: ReviewResult[] = []
  for (const id of ids) {
    results.push(await toResult({ term_id: id }, () => edit(ctx, actor, id, set)))
  }
  return results
}

async function requireUser({ db }: Db, id: string) {
  if (await db.one('identity/find-actor', { id })) return
  const errors = [{ path: 'set.owner_id', message: 'must be an active user' }]
  throw new Problem('validation_failed', { errors })
}

function edit({ db }: Db, actor: Actor, id: string, { category, owner_id }: BulkEdit['set']) {
  return db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id })
    const { version } = await readTerm({ db: tx }, id)
    if (category !== undefined) {
      const author = { id: actor.id, mayEditProtected: true }
      await saveVersion({ db: tx }, author, id, { edit: { version, category } })
    }
    if (owner_id === undefined) return
    if (!(await tx.one('review/assign-terms', { id, owner_id, actor_id: actor.id })))
      throw termNotFound()
  })
}
