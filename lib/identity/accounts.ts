import type { Queries } from '../db/database.ts'
import type { Role, User } from '../schemas/user.ts'

/** A person as described by the identity provider or by Slack. */
export type Identity = {
  messagingUserId: string | null
  email: string | null
  /** false if the provider says that the email address is not verified */
  isEmailVerified: boolean
  /** whether the provider says that it is verified, or the operator vouches for its domain */
  isEmailProved: boolean
  /** the email address of a new account if the provider gives none that is verified */
  placeholderEmail?: string
  displayName: string | null
  /** who an OpenID provider says that the person is */
  linked?: LinkedIdentity
}

/** A person as an OpenID provider knows them (contract, section 19). */
export type LinkedIdentity = {
  issuer: string
  /** the person's ID there */
  subject: string
  /** why the email address cannot tell whose account it is; null if it can */
  emailRefusal: 'email_missing' | 'email_unverified' | 'domain_not_allowed' | null
  /** the role that the provider decides; null if it decides none */
  role: Role | null
}

/** The account of an identity, or the reason why it cannot be used and the account that was found, if any. */
type AccountResult = { user: User; refusal: null } | { user: User | null; refusal: AccountRefusal }

/** Codes of problems (lib/problem.ts). */
export type AccountRefusal =
  | 'email_missing'
  | 'email_unverified'
  | 'domain_not_allowed'
  | 'account_conflict'
  | 'inactive_user'

/**
 * Finds the account of an identity by messaging_user_id or by issuer and subject, then by email address; otherwise
 * creates it (contract, sections 8 and 19). An account found by email address is linked to the identity. The row stays
 * locked until the end of the transaction.
 *
 * @param role role of a new account
 */
export async function claimAccount(tx: Queries, identity: Identity, role: Role): Promise<AccountResult> {
  if (identity.linked) return claimLinkedAccount(tx, identity, identity.linked, role)
  const user = await findOrCreate(tx, identity, role)
  if (!user) return { user: null, refusal: 'email_missing' }
  const refusal = findRefusal(user, identity)
  return refusal ? { user, refusal } : { user: await update(tx, user, identity), refusal: null }
}

async function claimLinkedAccount(
  tx: Queries,
  identity: Identity,
  { issuer, subject, emailRefusal }: LinkedIdentity,
  role: Role,
): Promise<AccountResult> {
  const known = await tx.one<User>('identity/find-by-provider-subject', { issuer, subject })
  if (known && emailRefusal !== 'domain_not_allowed') return admit(tx, known, identity)
  if (emailRefusal !== null) return { user: known ?? null, refusal: emailRefusal }
  const user = await findOrCreate(tx, identity, role)
  if (!user) return { user: null, refusal: 'email_missing' }
  if (!user.is_active) return { user, refusal: 'inactive_user' }
  const link = await tx.one('identity/link-provider-subject', { issuer, subject, user_id: user.id })
  return link ? admit(tx, user, identity) : { user, refusal: 'account_conflict' }
}

const admit = async (tx: Queries, user: User, identity: Identity): Promise<AccountResult> =>
  user.is_active ? { user: await update(tx, user, identity), refusal: null } : { user, refusal: 'inactive_user' }

async function findOrCreate(tx: Queries, identity: Identity, role: Role) {
  const { messagingUserId: messaging_user_id, displayName: display_name } = identity
  const find = () => tx.one<User>('identity/find-by-identity-for-update', { messaging_user_id, email: identity.email })
  const found = await find()
  const email = emailOfNewAccount(identity)
  if (found || email === null) return found
  const created = await tx.one<User>('identity/create-user', {
    email,
    display_name,
    messaging_user_id,
    role,
    actor_id: null,
  })
  if (created) return created
  // A concurrent login has created the user since the first lookup.
  const latest = await find()
  if (!latest) throw new Error('the user can be neither found nor created')
  return latest
}

const emailOfNewAccount = ({ email, isEmailVerified, placeholderEmail }: Identity) =>
  placeholderEmail !== undefined && !(email && isEmailVerified) ? placeholderEmail : email

function findRefusal(user: User, { messagingUserId, isEmailVerified }: Identity): AccountRefusal | null {
  const isFoundByEmail = messagingUserId !== null && user.messaging_user_id !== messagingUserId
  if (isFoundByEmail && !isEmailVerified) return 'email_unverified'
  if (isFoundByEmail && user.messaging_user_id !== null) return 'account_conflict'
  return user.is_active ? null : 'inactive_user'
}

/** Stores the messaging_user_id and the name if they are new. */
async function update(tx: Queries, user: User, { messagingUserId, displayName }: Identity) {
  const messaging_user_id = messagingUserId ?? user.messaging_user_id
  const display_name = displayName ?? user.display_name
  if (messaging_user_id === user.messaging_user_id && display_name === user.display_name) {
    return user
  }
  const updated = await tx.one<User>('identity/update-identity', { id: user.id, messaging_user_id, display_name })
  return updated ?? user
}
