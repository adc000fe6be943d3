import type { Context } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { type Page, toPage } from '../db/page.ts'
import { Problem } from '../problem.ts'
import type { Role, User } from '../schemas/user.ts'
import type { Actor } from './actor.ts'

type Needs = Pick<Context, 'db' | 'credentials'>

/**
 * A page of the users, by e-mail address.
 *
 * @param q looked for in e-mail addresses and names, whatever its case
 * @param range `limit` users at most, after `offset` others
 */
export async function listUsers(
  { db }: Pick<Context, 'db'>,
  q: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<User>> {
  const params = { q: q ?? null, limit, offset }
  return toPage(await db.many<User & { total: number }>('users/list', params))
}

/** @throws Problem `not_found` */
export async function readUser({ db }: { db: Queries }, id: string): Promise<User> {
  const user = await db.one<User>('users/find', { id })
  if (!user) throw new Problem('not_found', { detail: 'There is no such user.' })
  return user
}

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
    await tx.run('users/lock-admins')
    const user = await readUser({ db: tx }, id)
    const changed = await change(tx, user)
    if (!changed) throw new Error('a user is gone, though nothing deletes users')
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
