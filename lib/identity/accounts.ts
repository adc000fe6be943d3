import type { Queries } from '../db/database.ts'
import type { Role, User } from '../schemas/user.ts'

/** Who somebody is, in the words of whoever vouches for them. */
export type Identity = {
  messagingUserId: string | null
  email: string | null
  /** an address that is said to be unverified proves nothing */
  isEmailVerified: boolean
  displayName: string | null
}

/** The account of somebody, or why it is not theirs to use; `user` is then the one they came upon. */
export type Claim = { user: User; refusal: null } | { user: User | null; refusal: Refusal }

/** The codes of the problems that these are. */
type Refusal = 'email_missing' | 'email_unverified' | 'account_conflict' | 'inactive_user'

/**
 * Finds the account of somebody by their messaging_user_id, then by their e-mail address, else creates
 * it (specification, "Authentication" 4). An account that is found by its address alone is linked to the
 * messaging_user_id. The account is kept from others until the end of the transaction.
 *
 * @param role of an account that has to be created
 */
export async function claimAccount(tx: Queries, identity: Identity, role: Role): Promise<Claim> {
  const found = await findOrCreate(tx, identity, role)
  if (!found) return { user: null, refusal: 'email_missing' }
  const refusal = refusalOf(found, identity)
  return refusal
    ? { user: found, refusal }
    : { user: await describe(tx, found, identity), refusal: null }
}

async function findOrCreate(tx: Queries, identity: Identity, role: Role) {
  const { messagingUserId: messaging_user_id, email, displayName: display_name } = identity
  const find = () => tx.one<User>('users/find-by-identity-for-update', { messaging_user_id, email })
  const found = await find()
  if (found || email === null) return found
  const created = await tx.one<User>('users/create', {
    email,
    display_name,
    messaging_user_id,
    role,
  })
  if (created) return created
  // Another log-in has created the user at this very moment.
  const latest = await find()
  if (!latest) throw new Error('the user can neither be found nor created')
  return latest
}

function refusalOf(user: User, { messagingUserId, isEmailVerified }: Identity): Refusal | null {
  const isByEmailAlone = messagingUserId !== null && user.messaging_user_id !== messagingUserId
  if (isByEmailAlone && !isEmailVerified) return 'email_unverified'
  if (isByEmailAlone && user.messaging_user_id !== null) return 'account_conflict'
  return user.is_active ? null : 'inactive_user'
}

/** Notes what is new about a user. */
async function describe(tx: Queries, user: User, { messagingUserId, displayName }: Identity) {
  const messaging_user_id = messagingUserId ?? user.messaging_user_id
  const display_name = displayName ?? user.display_name
  if (messaging_user_id === user.messaging_user_id && display_name === user.display_name) {
    return user
  }
  const described = await tx.one<User>('users/describe', {
    id: user.id,
    messaging_user_id,
    display_name,
  })
  return described ?? user
}
