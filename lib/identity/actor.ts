import { Problem } from '../problem.ts'
import type { Scope } from '../schemas/token.ts'
import { type Role, roles } from '../schemas/user.ts'

/** Who asks, whatever the credential was. */
export type Actor = {
  id: string
  role: Role
  scopes: readonly Scope[]
  /** A session is a person at work; a token is a program of theirs. */
  via: 'session' | 'token'
}

/** What an endpoint asks of its caller. */
export type Access = {
  /** the least role */
  role: Role
  scope: Scope
  /** API tokens will not do */
  session?: boolean
  /** a page: whoever has no session is sent to log in */
  page?: boolean
}

/** Whether a role may all that another one may. */
export const isAtLeast = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least)

/** Editors and admins: the specification's "editor+". */
export const isEditor = (actor: Actor) => isAtLeast(actor.role, 'editor')

/** @throws Problem `session_required`, `insufficient_role` or `insufficient_scope` */
export function authorise(actor: Actor, access: Access): void {
  if (access.session && actor.via !== 'session') throw new Problem('session_required')
  if (!isAtLeast(actor.role, access.role)) {
    throw new Problem('insufficient_role', {
      detail: `This takes the role ${access.role}; yours is ${actor.role}.`,
    })
  }
  if (!actor.scopes.includes(access.scope) && !actor.scopes.includes('write')) {
    throw new Problem('insufficient_scope')
  }
}
