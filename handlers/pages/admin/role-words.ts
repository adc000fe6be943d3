import type { Role } from '../../../lib/schemas/user.ts'

/** Names of the roles. */
export const roleNames: Record<Role, string> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Admin',
}
