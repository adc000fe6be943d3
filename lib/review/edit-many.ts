import type { Context, Db } from '../context.ts'
import { isInactiveOwner } from '../glossary/create.ts'
import { confirmTerm } from '../glossary/ownership.ts'
import { promoteTerm } from '../glossary/promote.ts'
import { readTerm, termNotFound } from '../glossary/read.ts'
import { saveVersion } from '../glossary/revise.ts'
import type { Actor } from '../identity/actor.ts'
import { invalid } from '../problem.ts'
import type { BulkAction, BulkSet, ReviewResult } from '../schemas/review.ts'
import { changeEach } from './decide.ts'
import { removeTerm } from './remove-term.ts'

/**
 * Sets the category, the owner and the marking of terms, as `changeEach` does. Only editors may.
 *
 * @returns what became of each term, in their order
 * @throws Problem `validation_failed` if the owner is no active user
 */
export async function editMany(ctx: Db, actor: Actor, ids: readonly string[], set: BulkSet): Promise<ReviewResult[]> {
  if (set.owner_id) await requireUser(ctx, set.owner_id)
  return changeEach(toTargets(ids), ({ term_id = '' }) => edit(ctx, actor, term_id, set))
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
export function actOnMany(
  ctx: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  ids: readonly string[],
  action: BulkAction,
): Promise<ReviewResult[]> {
  return changeEach(toTargets(ids), ({ term_id = '' }) => actions[action](ctx, actor, term_id))
}

const toTargets = (ids: readonly string[]) => ids.map((term_id) => ({ term_id }))

async function requireUser({ db }: Db, id: string) {
  if (await db.one('identity/find-actor', { id })) return
  throw inactiveOwner()
}

const inactiveOwner = () => invalid('set.owner_id', 'must be an active user')

function edit({ db }: Db, actor: Actor, id: string, { owner_id, ...patch }: BulkSet) {
  return db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id })
    const { version } = await readTerm({ db: tx }, id)
    if (Object.values(patch).some((value) => value !== undefined)) {
      const author = { id: actor.id, mayEditProtected: true }
      await saveVersion({ db: tx }, author, id, { edit: { version, ...patch } })
    }
    if (owner_id === undefined) return
    const params = { id, owner_id, actor_id: actor.id }
    const assigned = await tx.one('review/assign-terms', params).catch((error: unknown) => {
      throw isInactiveOwner(error) ? inactiveOwner() : error
    })
    if (!assigned) throw termNotFound()
  })
}
