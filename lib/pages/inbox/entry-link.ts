import * as v from 'valibot'
import type { Context } from '../../context.ts'
import type { Actor } from '../../identity/actor.ts'
import { markRead } from '../../notify/inbox.ts'
import { uuid } from '../../schemas/text.ts'

type Needs = Pick<Context, 'db'>

/** What a link or a form of an inbox entry sends: the ID of the entry. */
export const entryField = { entry: v.optional(uuid) }

/** Marks the entry as read from which a page was opened, if it was. */
export async function openEntry(ctx: Needs, actor: Actor, entry: string | undefined) {
  if (entry !== undefined) await markRead(ctx, actor.id, [entry])
}

/**
 * Returns where a decision leads: to the page of its term or, if it was made in an entry of the inbox, back there. The entry is
 * read then.
 */
export async function pathAfter(
  ctx: Needs,
  actor: Actor,
  { entry, termId, done }: { entry: string | undefined; termId: string; done: string },
): Promise<string> {
  await openEntry(ctx, actor, entry)
  return entry === undefined ? `/terms/${termId}?done=${done}` : `/inbox?done=${done}`
}
