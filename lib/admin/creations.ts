import type { Db } from '../context.ts'
import type { Slice } from '../db/slice.ts'
import type { User } from '../schemas/user.ts'

/** What a person created and what goes on without them, with the name of an embed key or the host of a webhook. */
export type Creation = { kind: 'embed_key' | 'webhook'; id: string; name: string }

/** A user with the first things that they created. */
export type UserWithCreations = User & { creations: Slice<Creation> }

const maxShown = 10

/** Adds to users what they created, so that an admin can end or keep it when they leave. */
export async function addCreations({ db }: Db, users: readonly User[]): Promise<UserWithCreations[]> {
  const ids = users.map(({ id }) => id)
  const rows = await db.many<Creation & { user_id: string; total: number }>('admin/list-creations', {
    ids,
    limit: maxShown,
  })
  return users.map((user) => {
    const items = rows.filter(({ user_id }) => user_id === user.id)
    return { ...user, creations: { items, total: items[0]?.total ?? 0 } }
  })
}
