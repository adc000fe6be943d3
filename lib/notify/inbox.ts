import type { Db } from '../context.ts'
import { type Slice, toSlice } from '../db/slice.ts'
import { toPerson } from '../glossary/term.ts'
import type { InboxEntry } from '../schemas/inbox.ts'
import type { ListRange } from '../schemas/list.ts'

type Row = Omit<InboxEntry, 'term' | 'actor'> & {
  total: number
  term_id: string | null
  term_name: string | null
  actor_id: string | null
  actor_name: string | null
}

/**
 * Lists a person's inbox, newest first.
 *
 * @param onlyUnread leaves out what was read
 */
export async function listInbox(
  { db }: Db,
  userId: string,
  onlyUnread: boolean,
  range: ListRange,
): Promise<Slice<InboxEntry>> {
  const params = { user_id: userId, only_unread: onlyUnread, ...range }
  const { items, total } = toSlice(await db.many<Row>('notify/list-inbox', params))
  return { items: items.map(toEntry), total }
}

function toEntry({ total, term_id, term_name, actor_id, actor_name, ...entry }: Row): InboxEntry {
  const term = term_id === null || term_name === null ? null : { id: term_id, name: term_name }
  return { ...entry, term, actor: toPerson(actor_id, actor_name) }
}

/**
 * Marks entries of a person's inbox as read.
 *
 * @param ids null for all; those of other people are ignored
 * @returns how many are still unread
 */
export async function markRead(
  { db }: Db,
  userId: string,
  ids: readonly string[] | null,
): Promise<number> {
  await db.run('notify/mark-read', { user_id: userId, ids })
  const row = await db.one<{ unread: number }>('notify/count-unread', { user_id: userId })
  return row?.unread ?? 0
}
