import type { Context } from '../context.ts'
import type { User } from '../schemas/user.ts'

/** What a person created and what goes on without them, with the name of an embed key or the host of a webhook. */
export type Creation = { kind: 'embed_key' | 'webhook'; id: string; name: string }

/** A user with what they created. */
export type UserWithCreations = User & { creations: Creation[] }

/** Adds to users what they created, so that an admin can end or keep it when they leave. */
export async function addCreations(
  { db }: Pick<Context, 'db'>,
  users: readonly User[],
): Promise<UserWithCreations[]> {
  const ids = users.map(({ id }) => id)
  const rows = await db.many<Creation & { user_id: string }>('users/creations', { ids })
  return users.map((user) => ({
    ...user,
    creations: rows.filter(({ user_id }) => user_id === user.id),
  }))
}
