import type { Context } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { Problem } from '../problem.ts'
import type { AuditAction } from '../schemas/admin.ts'
import type { User } from '../schemas/user.ts'
import { claimAccount, type Identity } from './accounts.ts'
import { issueSession } from './sessions.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'now'>

/** How somebody came in, for the audit. */
export type Door = { method: 'dev' | 'slack'; client: string | null }

/**
 * Logs somebody in, and creates their account (viewer) at the first time. An address of
 * SERVICE_ADMIN_EMAILS that is not said to be unverified makes them an admin.
 *
 * @returns the user and a session token
 * @throws Problem `inactive_user`, `email_missing`, `email_unverified` or `account_conflict`
 */
export async function logIn(
  { db, settings, now }: Needs,
  identity: Identity,
  door: Door,
): Promise<{ user: User; session: string }> {
  const { user, refusal } = await db.begin(async (tx) => {
    const isAdmin = isListed(settings.adminEmails, identity)
    const claim = await claimAccount(tx, identity, isAdmin ? 'admin' : 'viewer')
    if (claim.refusal) {
      await auditRefusal(tx, claim.user, { ...door, reason: claim.refusal })
      return claim
    }
    const { user } = claim
    if (isAdmin && user.role !== 'admin') {
      await tx.run('users/change-role', { id: user.id, role: 'admin', actor_id: null })
    }
    await audit(tx, 'auth.login', { actor: user, target: user }, door)
    const touched = await tx.one<User>('users/touch-login', { id: user.id })
    return { user: touched ?? user, refusal: null }
  })
  if (refusal) throw new Problem(refusal)
  return { user, session: await issueSession(settings.secretKey, user.id, now()) }
}

const isListed = (adminEmails: readonly string[], { email, isEmailVerified }: Identity) =>
  isEmailVerified && email !== null && adminEmails.includes(email.toLowerCase())

async function auditRefusal(tx: Queries, user: User | null, payload: object & { reason: string }) {
  // Only who is inactive is known to be the user; the others have merely come upon the account.
  const actor = payload.reason === 'inactive_user' ? user : null
  await audit(tx, 'auth.login_failed', { actor, target: user }, payload)
}

async function audit(
  tx: Queries,
  action: AuditAction,
  { actor, target }: { actor: User | null; target: User | null },
  payload: object,
) {
  await tx.run('audit/record', {
    actor_id: actor?.id ?? null,
    action,
    target_type: target && 'user',
    target_id: target?.id ?? null,
    payload,
  })
}
