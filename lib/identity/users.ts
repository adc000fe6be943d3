import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Db } from '../context.ts'
import type { Queries } from '../db/database.ts'
import type { JsonText } from '../json-text.ts'
import { isMultilingual } from '../languages.ts'
import { Problem } from '../problem.ts'
import type { ListRange } from '../schemas/list.ts'
import type { PersonalData } from '../schemas/personal-data.ts'
import type { Invitation, Role, User } from '../schemas/user.ts'
import type { Actor } from './actor.ts'
import { readLanguage } from './language.ts'

type Needs = Pick<Context, 'db' | 'credentials'>

/**
 * Lists the users, sorted by email address.
 *
 * @param q part of an email address or a name, in any case
 */
export const listUsers = ({ db }: Db, q: string | undefined, { limit, offset }: ListRange) =>
  db.slice<User>('identity/list-users', { q: q ?? null, limit, offset })

/** A user as a name finds them. */
export type NamedUser = Pick<User, 'id' | 'email' | 'display_name'>

/** How many users a name finds at most. */
const maxNamed = 20

/**
 * Finds users with a name or an email address, regardless of case; at most 20.
 *
 * @param options `onlyActive`: whether to leave out deactivated users
 */
export async function findUsersByName({ db }: Db, name: string, { onlyActive = true } = {}): Promise<NamedUser[]> {
  const params = { name, only_active: onlyActive, limit: maxNamed }
  return db.many<NamedUser>('identity/find-by-name', params)
}

/** @throws Problem `not_found` */
export async function readUser({ db }: { db: Queries }, id: string): Promise<User> {
  const user = await db.one<User>('identity/find-user', { id })
  if (!user) throw new Problem('not_found', { detail: 'There is no user with this ID.' })
  return user
}

/**
 * Adds the account of someone who has never been here. The first login with that address, if it is verified, is theirs.
 *
 * @throws Problem `user_exists`; `inactive_user` if the actor has been deactivated meanwhile
 */
export async function inviteUser({ db }: Db, actor: Actor, { email, role }: Invitation): Promise<User> {
  const invited = { email, role, display_name: null, messaging_user_id: null, actor_id: actor.id }
  const user = await db.one<User>('identity/create-user', invited)
  if (user) return user
  const existing = await db.one<Pick<User, 'id'>>('identity/find-by-email', { email })
  throw existing ? new Problem('user_exists', { existing_id: existing.id }) : new Problem('inactive_user')
}

/**
 * Changes a user's role, which applies from their next request on.
 *
 * @throws Problem `not_found`, `erased_account` or `last_admin`
 */
export function changeRole(ctx: Needs, actor: Actor, id: string, role: Role): Promise<User> {
  return changeUser(ctx, id, async (tx, user) => {
    if (user.role === role) return user
    refuseErased(user)
    if (role !== 'admin') await keepOneAdmin(tx, user)
    return tx.one<User>('identity/change-role', { id, role, actor_id: actor.id })
  })
}

/**
 * Activates or deactivates a user, which applies from their next request on. Whoever is deactivated stops owning terms.
 *
 * @returns the user, and how many terms they stop owning
 * @throws Problem `not_found`, `erased_account` or `last_admin`
 */
export async function setActive(
  ctx: Needs & Pick<Context, 'background'>,
  actor: Actor,
  id: string,
  isActive: boolean,
): Promise<User & { disowned: number }> {
  const changed = await changeUser(ctx, id, async (tx, user) => {
    if (user.is_active === isActive) return { ...user, disowned: 0 }
    if (isActive) {
      refuseErased(user)
      return changeActive(tx, actor.id, id, true)
    }
    await keepOneAdmin(tx, user)
    return deactivate(tx, actor.id, id)
  })
  disownRest(ctx, actor)
  return changed
}

/** Ends the access of a person, also before it begins again: what ended stays ended. */
async function changeActive(tx: Queries, actor_id: string, id: string, is_active: boolean) {
  const changed = await tx.one<User & { disowned: number }>('identity/set-active', { id, is_active, actor_id })
  // A statement of its own, which sees the tokens that the one before has waited for.
  await tx.run('identity/end-access', { id, actor_id })
  return changed
}

/** Ends the access of a person, and the ownership of as many terms as one statement can take from them. */
export async function deactivate(tx: Queries, actorId: string, id: string) {
  const changed = await changeActive(tx, actorId, id, false)
  await disownSome(tx)
  return changed
}

/**
 * How many terms one statement takes from their owners. A person can own a whole glossary, for which no statement has
 * time.
 */
const termsAtOnce = 1000

type Disowned = { disowned: number; may_own_more: boolean }

/** Takes terms from people who are deactivated, but for those that others change at the moment. */
const disownSome = (db: Queries) => db.one<Disowned>('identity/disown-terms', { most: termsAtOnce })

/** Takes their terms from all people who are deactivated, in parts. Returns whether some are left, which are locked. */
export async function disownAll(db: Queries, signal?: AbortSignal): Promise<boolean> {
  for (;;) {
    const row = await disownSome(db)
    if (!row?.may_own_more || row.disowned === 0 || signal?.aborted) return row?.may_own_more ?? false
  }
}

/** How long a change that has locked terms is waited for before they are looked at again. */
const lockedMs = 500

/** Goes on with what a deactivation has begun; if the process stops, the hourly clean-up does. */
export function disownRest({ db, background }: Pick<Context, 'db' | 'background'>, { id }: Pick<Actor, 'id'>): void {
  // Another database than that of the request, whose statements end when the client disconnects.
  const { signal } = background
  const rest = async () => {
    while ((await disownAll(db.forSender(id), signal)) && !signal.aborted) {
      await delay(lockedMs, null, { signal }).catch(() => {})
    }
  }
  background.run('taking terms from deactivated people', rest)
}

/** Whether a user has been erased: the address is one that `erase_person` gives. */
export const isErased = ({ email }: Pick<User, 'email'>): boolean => email.endsWith('@erased.invalid')

/**
 * @throws Problem `erased_account`: nobody can log in there, so an admin who is erased would count as one and be none
 */
function refuseErased(user: User) {
  if (isErased(user)) throw new Problem('erased_account')
}

/**
 * Makes one change at a time, so that two admins cannot demote each other concurrently.
 *
 * @param prepare what takes long and belongs to the change: others do not wait for it
 */
export async function changeUser<Changed extends User>(
  { db, credentials }: Needs,
  id: string,
  change: (tx: Queries, user: User) => Promise<Changed | undefined>,
  prepare: (tx: Queries) => Promise<void> = async () => {},
): Promise<Changed> {
  const user = await db.begin(async (tx) => {
    await prepare(tx)
    await tx.run('identity/lock-admins')
    const user = await readUser({ db: tx }, id)
    const changed = await change(tx, user)
    if (!changed) throw new Error('the user was deleted during the change')
    return changed
  })
  credentials.clear()
  return user
}

/** @throws Problem `last_admin` if there is no other admin */
export async function keepOneAdmin(tx: Queries, user: User) {
  if (user.role !== 'admin' || !user.is_active) return
  const others = await tx.one<{ total: number }>('identity/count-other-admins', { id: user.id })
  if (!others?.total) throw new Problem('last_admin')
}

/** How many entries of each kind are read. */
const limit = 10_000

/**
 * Reads what is stored about a user, for themselves and for admins (contract, section 19).
 *
 * @throws Problem `forbidden` or `not_found`
 */
export async function readPersonalData(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  actor: Pick<Actor, 'id' | 'role'>,
  id: string,
): Promise<JsonText<PersonalData> | PersonalData> {
  if (actor.id !== id && actor.role !== 'admin') {
    throw new Problem('forbidden', {
      detail: 'Only the person themselves and admins can read what is stored about a person.',
    })
  }
  const row = await db.one<{ data: JsonText<PersonalData> }>('identity/read-personal-data', { id, limit })
  if (!row) throw new Problem('not_found', { detail: 'There is no user with this ID.' })
  if (!isMultilingual(settings)) return row.data
  const { user, ...data } = row.data.parse()
  return { user: { ...user, language: await readLanguage({ db, settings }, id) }, ...data }
}

/** Returns the headers with which a browser stores the data in a file. */
export const dataFileHeaders = (id: string): Record<string, string> => ({
  'content-disposition': `attachment; filename="personal-data-${id}.json"`,
})
