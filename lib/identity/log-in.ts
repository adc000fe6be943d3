import type { Settings } from '../app/settings.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { Problem } from '../problem.ts'
import type { AuditAction } from '../schemas/audit.ts'
import type { Role, User } from '../schemas/user.ts'
import { type AccountRefusal, claimAccount, type Identity } from './accounts.ts'
import type { LoginMethod } from './login-state.ts'
import { issueSession } from './sessions.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'credentials' | 'now'>

type LoggedIn = User & { session_generation: number }

/** What the audit log records about a login. */
export type LoginAttempt = {
  method: 'dev' | LoginMethod
  /** the IP address of the browser, if known */
  client: string | null
}

/**
 * Logs a user in. The first login creates the account, as viewer or with the role that the provider decides. Users
 * listed in SERVICE_ADMIN_EMAILS become admins if their email address is verified.
 *
 * @returns the user and a session token
 * @throws Problem `inactive_user`, `email_missing`, `email_unverified`, `domain_not_allowed` or `account_conflict`
 */
export async function logIn(
  { db, settings, credentials, now }: Needs,
  identity: Identity,
  attempt: LoginAttempt,
): Promise<{ user: User; session: string }> {
  // A refusal is returned, not thrown, so that the transaction commits its audit event.
  const { user, refusal } = await db.begin(async (tx) => {
    const role = isListed(settings.adminEmails, identity) ? 'admin' : (identity.linked?.role ?? null)
    // Before the row of the user, as in other changes of roles.
    if (identity.linked?.role) await tx.run('identity/lock-admins')
    const account = await claimAccount(tx, identity, role ?? 'viewer')
    if (account.refusal) {
      await auditRefusal(tx, account.user, { ...attempt, reason: account.refusal })
      return account
    }
    const { id } = account.user
    if (role !== null && (await canHaveRole(tx, settings, account.user, role))) {
      await tx.run('identity/change-role', { id, role, actor_id: null })
    }
    await tx.run('identity/record-audit-event', {
      actor_id: id,
      action: 'auth.login' satisfies AuditAction,
      target_type: 'user',
      target_id: id,
      payload: attempt,
    })
    const updated = await tx.one<LoggedIn>('identity/touch-login', { id })
    if (!updated) throw new Error('the user was deleted during the login')
    return { user: updated, refusal: null }
  })
  if (refusal !== null) throw problemOf(refusal, identity)
  if (identity.linked?.role) credentials.clear()
  const { session_generation, ...rest } = user
  const session = await issueSession(settings.secretKey, user.id, now(), session_generation)
  return { user: rest, session }
}

/** Whether a login gives a user another role. Admins in SERVICE_ADMIN_EMAILS and the last admin stay admins. */
async function canHaveRole(tx: Queries, { adminEmails }: Settings, user: User, role: Role) {
  if (user.role === role) return false
  if (user.role !== 'admin') return true
  if (adminEmails.includes(user.email.toLowerCase())) return false
  const others = await tx.one<{ total: number }>('identity/count-other-admins', { id: user.id })
  return others !== undefined && others.total > 0
}

/**
 * An OpenID provider has authenticated the person, who is not let in (contract, section 19); Slack's problem is a 400.
 */
const problemOf = (refusal: AccountRefusal, { linked }: Identity) =>
  new Problem(refusal, {}, linked && refusal === 'email_unverified' ? { status: 403 } : {})

const isListed = (adminEmails: readonly string[], { email, isEmailProved }: Identity) =>
  isEmailProved && email !== null && adminEmails.includes(email.toLowerCase())

async function auditRefusal(tx: Queries, user: User | null, payload: object & { reason: string }) {
  // With the other reasons, the person is not known to be the user whose account was found.
  const actor = payload.reason === 'inactive_user' ? user : null
  await recordFailure(tx, { actor, target: user }, payload)
}

/**
 * Records a failed login in the audit log. Only some are recorded if there are very many.
 *
 * @param users who tried to log in, and whose account was found, if known
 */
export async function recordFailure(
  db: Queries,
  { actor, target }: { actor: User | null; target: User | null },
  payload: object,
): Promise<void> {
  const ids = { actor_id: actor?.id ?? null, target_id: target?.id ?? null }
  await db.run('identity/record-failed-login', { ...ids, payload })
}
