import type { Db } from '../context.ts'
import type { InboxEntry } from '../schemas/inbox.ts'
import type { ListRange } from '../schemas/list.ts'

/**
 * Lists a person's inbox, newest first.
 *
 * @param onlyUnread leaves out what was read
 */
export const listInbox = ({ db }: Db, userId: string, onlyUnread: boolean, range: ListRange) =>
  db.slice<InboxEntry>('notify/list-inbox', { user_id: userId, only_unread: onlyUnread, ...range })

/**
 * Marks entries of a person's inbox as read.
 *
 * @param ids null for all; those of other people are ignored
 * @returns how many are still unread
 */
export async function markRead({ db }: Db, userId: string, ids: readonly string[] | null): Promise<number> {
  await db.run('notify/mark-read', { user_id: userId, ids })
  const row = await db.one<{ unread: number }>('notify/count-unread', { user_id: userId })
  return row?.unread ?? 0
}
