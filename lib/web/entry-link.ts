import * as v from 'valibot'
import type { Db } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { markRead } from '../notify/inbox.ts'
import { InboxQuery } from '../schemas/inbox.ts'
import { uuid } from '../schemas/text.ts'
import { buildUrl } from './parts/url.ts'

/** What a link of an inbox entry sends: the ID of the entry. */
export const entryField = { entry: v.optional(uuid) }

const { unread, offset } = InboxQuery.entries

/** Where in the inbox a form was, to which it leads back. */
export const placeFields = { unread, offset }
export type Place = { unread?: boolean | undefined; offset: number }

export const entryForm = { ...entryField, ...placeFields }
type EntryForm = Place & { entry?: string | undefined }

/** Returns the URL of a place in the inbox, with the message about the last action. */
export const inboxUrl = ({ unread, offset }: Place, done?: string): string =>
  buildUrl('/inbox', { unread: unread || undefined, offset: offset || undefined, done })

/** Marks the entry as read from which a page was opened, if it was. */
export async function openEntry(ctx: Db, actor: Actor, entry: string | undefined) {
  if (entry !== undefined) await markRead(ctx, actor.id, [entry])
}

/**
 * Returns where a decision leads: to the page of its term or, if it was made in an entry of the inbox, back there. The
 * entry is read then.
 */
export async function pathAfter(
  ctx: Db,
  actor: Actor,
  { entry, ...place }: EntryForm,
  { termId, done }: { termId: string; done: string },
): Promise<string> {
  await openEntry(ctx, actor, entry)
  return entry === undefined ? `/terms/${termId}?done=${done}` : inboxUrl(place, done)
}
