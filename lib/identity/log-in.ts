import type { Context } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { Problem } from '../problem.ts'
import type { AuditAction } from '../schemas/audit.ts'
import type { User } from '../schemas/user.ts'
import { claimAccount, type Identity } from './accounts.ts'
import { issueSession } from './sessions.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'now'>

type LoggedIn = User & { session_generation: number }

/** What the audit log records about a login. */
export type LoginAttempt = {
  method: 'dev' | 'slack'
  /** the IP address of the browser, if known */
  client: string | null
}

/**
 * Logs a user in. The first login creates the account, as viewer. Users listed in SERVICE_ADMIN_EMAILS become
 * admins, unless the provider says that their email address is not verified.
 *
 * @returns the user and a session token
 * @throws Problem `inactive_user`, `email_missing`, `email_unverified` or `account_conflict`
 */
export async function logIn(
  { db, settings, now }: Needs,
  identity: Identity,
  attempt: LoginAttempt,
): Promise<{ user: User; session: string }> {
  // A refusal is returned, not thrown, so that the transaction commits its audit event.
  const { user, refusal } = await db.begin(async (tx) => {
    const isAdmin = isListed(settings.adminEmails, identity)
    const account = await claimAccount(tx, identity, isAdmin ? 'admin' : 'viewer')
    if (account.refusal) {
      await auditRefusal(tx, account.user, { ...attempt, reason: account.refusal })
      return account
    }
    const { user } = account
    if (isAdmin && user.role !== 'admin') {
      await tx.run('users/change-role', { id: user.id, role: 'admin', actor_id: null })
    }
    await tx.run('audit/record', {
      actor_id: user.id,
      action: 'auth.login' satisfies AuditAction,
      target_type: 'user',
      target_id: user.id,
      payload: attempt,
    })
    const updated = await tx.one<LoggedIn>('users/touch-login', { id: user.id })
    if (!updated) throw new Error('the user was deleted during the login')
    return { user: updated, refusal: null }
  })
  if (refusal !== null) throw new Problem(refusal)
  const { session_generation, ...rest } = user
  const session = await issueSession(settings.secretKey, user.id, now(), session_generation)
  return { user: rest, session }
}

const isListed = (adminEmails: readonly string[], { email, isEmailVerified }: Identity) =>
  isEmailVerified && email !== null && adminEmails.includes(email.toLowerCase())

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
  await db.run('logins/record-failure', { ...ids, payload })
}
