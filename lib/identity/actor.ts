import { clientBucket, type Sender } from '../app/limits.ts'
import { Problem } from '../problem.ts'
import type { Scope } from '../schemas/credentials.ts'
import { type Role, roles } from '../schemas/user.ts'

/** The user who sends a request, whatever the credential, or an embed key, which belongs to no user. */
export type Actor = {
  id: string
  role: Role
  scopes: readonly Scope[]
  /** the kind of credential: a login session, an API token or an embed key */
  via: 'session' | 'token' | 'embed'
  /** what the person has chosen to read; absent in a glossary in one language */
  language?: string | null
  /** the origins of the pages that may use an embed key */
  origins?: readonly string[]
}

/** What an endpoint requires of its caller. */
export type Access = {
  role: Role
  scope: Scope
  /** requires a session; API tokens are rejected */
  session?: boolean
  /** whether embed keys can call it */
  embed?: boolean
  /** a page: callers without a session are redirected to the login page */
  page?: boolean
}

/** Whether a role includes the permissions of another one. */
const isAtLeast = (role: Role, minimum: Role) => roles.indexOf(role) >= roles.indexOf(minimum)

/** Whether the actor is an editor or an admin. */
export const isEditor = (actor: Pick<Actor, 'role'>) => isAtLeast(actor.role, 'editor')

/**
 * Returns whom the limits count: a user, or the client that uses an embed key (contract, section 18).
 *
 * @param client the IP address, if it is known
 */
export const toSender = ({ id, via }: Actor, client: string | null): Sender => ({
  key: via === 'embed' ? clientBucket(client) : id,
  factor: 1,
})

/** @throws Problem `insufficient_role` */
export function requireEditor(actor: Pick<Actor, 'role'>): void {
  if (isEditor(actor)) return
  const detail = `Only editors and admins can do this. Your role is ${actor.role}.`
  throw new Problem('insufficient_role', { detail })
}

const allowedUsers: Record<Role, string> = { viewer: 'users', editor: 'editors and admins', admin: 'admins' }

/** @throws Problem `invalid_credentials`, `session_required`, `insufficient_role` or `insufficient_scope` */
export function authorize(actor: Actor, access: Access): void {
  if (actor.via === 'embed' && !access.embed) {
    throw new Problem('invalid_credentials', { detail: 'An embed key can only explain texts.' })
  }
  if (access.session && actor.via !== 'session') throw new Problem('session_required')
  if (!isAtLeast(actor.role, access.role)) {
    const action = access.page ? 'open this page' : 'do this'
    throw new Problem('insufficient_role', {
      detail: `Only ${allowedUsers[access.role]} can ${action}. Your role is ${actor.role}.`,
    })
  }
  if (!actor.scopes.includes(access.scope) && !actor.scopes.includes('write')) {
    throw new Problem('insufficient_scope')
  }
}
