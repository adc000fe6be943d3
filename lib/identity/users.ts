import type { Context } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { Problem } from '../problem.ts'
import type { Role, User } from '../schemas/user.ts'
import type { Actor } from './actor.ts'

type Needs = Pick<Context, 'db' | 'credentials'>

/**
 * Gives a user another role; it counts from their next request on.
 *
 * @throws Problem `not_found` or `last_admin`
 */
export function changeRole(ctx: Needs, actor: Actor, id: string, role: Role): Promise<User> {
  return changeUser(ctx, id, async (tx, user) => {
    if (user.role === role) return user
    if (role !== 'admin') await keepOneAdmin(tx, user)
    return tx.one<User>('users/change-role', { id, role, actor_id: actor.id })
  })
}

/**
 * Activates or deactivates a user; it counts from their next request on.
 *
 * @throws Problem `not_found` or `last_admin`
 */
export function setActive(ctx: Needs, actor: Actor, id: string, isActive: boolean) {
  return changeUser(ctx, id, async (tx, user) => {
    if (user.is_active === isActive) return user
    if (!isActive) await keepOneAdmin(tx, user)
    return tx.one<User>('users/set-active', { id, is_active: isActive, actor_id: actor.id })
  })
}

/** One such change at a time, so that two admins cannot demote each other at once. */
async function changeUser(
  { db, credentials }: Needs,
  id: string,
  change: (tx: Queries, user: User) => Promise<User | undefined>,
): Promise<User> {
  const user = await db.begin(async (tx) => {
    await tx.one('users/lock-admins')
    const user = await tx.one<User>('users/find', { id })
    const changed = user && (await change(tx, user))
    if (!changed) throw new Problem('not_found', { detail: 'There is no such user.' })
    return changed
  })
  credentials.forget()
  return user
}

async function keepOneAdmin(tx: Queries, user: User) {
  if (user.role !== 'admin' || !user.is_active) return
  const others = await tx.one<{ total: number }>('users/other-admins', { id: user.id })
  if (!others?.total) throw new Problem('last_admin')
}
