import type { Context } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { Problem } from '../problem.ts'
import type { AuditAction } from '../schemas/admin.ts'
import type { User } from '../schemas/user.ts'
import { issueSession } from './sessions.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'now'>

/** How somebody came in, for the audit. */
export type Door = { method: 'dev' | 'slack'; client: string | null }

/**
 * Logs a user in by e-mail address, and creates them (viewer) at their first time. An address of
 * SERVICE_ADMIN_EMAILS makes them an admin.
 *
 * @returns the user and a session token
 * @throws Problem `inactive_user`
 */
export async function logInByEmail(
  { db, settings, now }: Needs,
  email: string,
  door: Door,
): Promise<{ user: User; session: string }> {
  const isAdmin = settings.adminEmails.includes(email.toLowerCase())
  const user = await db.begin(async (tx) => {
    const found = await findOrCreate(tx, email, isAdmin)
    if (!found.is_active) {
      await audit(tx, 'auth.login_failed', found, { ...door, reason: 'inactive' })
      return found
    }
    if (isAdmin && found.role !== 'admin') {
      await tx.one('users/change-role', { id: found.id, role: 'admin', actor_id: null })
    }
    await audit(tx, 'auth.login', found, door)
    return (await tx.one<User>('users/touch-login', { id: found.id })) ?? found
  })
  if (!user.is_active) throw new Problem('inactive_user')
  return { user, session: await issueSession(settings.secretKey, user.id, now()) }
}

async function findOrCreate(tx: Queries, email: string, isAdmin: boolean): Promise<User> {
  const find = () => tx.one<User>('users/find-by-email-for-update', { email })
  const create = () =>
    tx.one<User>('users/create', {
      email,
      display_name: null,
      role: isAdmin ? 'admin' : 'viewer',
    })
  // The second look finds the user that a log-in at the same moment has created.
  const user = (await find()) ?? (await create()) ?? (await find())
  if (!user) throw new Error('the user can neither be found nor created')
  return user
}

async function audit(tx: Queries, action: AuditAction, user: User, payload: object) {
  await tx.one('audit/record', {
    actor_id: user.id,
    action,
    target_type: 'user',
    target_id: user.id,
    payload,
  })
}
