import type { Context, Db } from '../context.ts'
import { confirmTerm } from '../glossary/ownership.ts'
import { promoteTerm } from '../glossary/promote.ts'
import { readTerm, termNotFound } from '../glossary/read.ts'
import { saveVersion } from '../glossary/revise.ts'
import type { Actor } from '../identity/actor.ts'
import { invalid } from '../problem.ts'
import type { BulkAction, BulkSet, ReviewResult } from '../schemas/review.ts'
import { toResult } from './decide.ts'
import { removeTerm } from './remove-term.ts'

/**
 * Sets the category, the owner and the marking of terms, each in a transaction of its own, so that one that fails leaves the others
 * changed. Only editors may.
 *
 * @returns what became of each term, in their order
 * @throws Problem `validation_failed` if the owner is no active user
 */
export async function editMany(ctx: Db, actor: Actor, ids: readonly string[], set: BulkSet): Promise<ReviewResult[]> {
  if (set.owner_id) await requireUser(ctx, set.owner_id)
  const results: ReviewResult[] = []
  for (const id of ids) {
    results.push(await toResult({ term_id: id }, () => edit(ctx, actor, id, set)))
  }
  return results
}

const actions: Record<
  BulkAction,
  (ctx: Pick<Context, 'db' | 'settings'>, actor: Actor, id: string) => Promise<unknown>
> = {
  confirm: confirmTerm,
  promote: (ctx, actor, id) => promoteTerm(ctx, actor, id, null),
  delete: (ctx, actor, id) => removeTerm(ctx, actor, id, null),
}

/** Does the same with several terms, as `editMany` does. */
export async function actOnMany(
  ctx: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  ids: readonly string[],
  action: BulkAction,
): Promise<ReviewResult[]> {
  const results: ReviewResult[] = []
  for (const id of ids) {
    results.push(await toResult({ term_id: id }, () => actions[action](ctx, actor, id)))
  }
  return results
}

async function requireUser({ db }: Db, id: string) {
  if (await db.one('identity/find-actor', { id })) return
  throw invalid('set.owner_id', 'must be an active user')
}

function edit({ db }: Db, actor: Actor, id: string, { owner_id, ...patch }: BulkSet) {
  return db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id })
    const { version } = await readTerm({ db: tx }, id)
    if (Object.values(patch).some((value) => value !== undefined)) {
      const author = { id: actor.id, mayEditProtected: true }
      await saveVersion({ db: tx }, author, id, { edit: { version, ...patch } })
    }
    if (owner_id === undefined) return
    if (!(await tx.one('review/assign-terms', { id, owner_id, actor_id: actor.id }))) throw termNotFound()
  })
}
