import type { Context } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { type Page, toPage } from '../db/page.ts'
import type { MessageKind, MessageState, OutboxMessage } from '../schemas/admin.ts'

/** What a message tells, by its kind; SQL stores most of them with the change they tell of. */
export type Payloads = {
  'term.disputed': { term_id: string; name: string; actor_id: string | null; reason: string | null }
  'term.promoted': { term_id: string; name: string; status: 'community' | 'official' }
  /** `owned`: they are the recipient's own; else nobody's, and the recipient is an editor */
  'terms.stale': { terms: { id: string; name: string }[]; total: number; owned: boolean }
  /** an answer that comes later than its question can wait, and where it goes */
  'slack.answer': { to: object; message: object }
}

/** Who a message goes to, as far as it goes to a person. */
export type Recipient = {
  id: string
  email: string
  messaging_user_id: string | null
}

/** A message on its way: `to` is null where the payload itself says where it goes. */
export type Message = {
  [Kind in MessageKind]: { id: string; kind: Kind; payload: Payloads[Kind]; to: Recipient | null }
}[MessageKind]

/**
 * Stores a message in the transaction of the change it tells of; it is delivered once that commits.
 *
 * @param userId who gets it; null where the payload says where it goes
 */
export async function storeMessage<Kind extends MessageKind>(
  tx: Queries,
  userId: string | null,
  kind: Kind,
  payload: Payloads[Kind],
): Promise<void> {
  await tx.run('outbox/store', { user_id: userId, kind, payload })
}

/** A message with what pages show: the recipient's name, and the name of the term if it is about one. */
export type ListedMessage = OutboxMessage & { recipient: string | null; term_name: string | null }

/**
 * A page of the messages, newest first, with what became of them.
 *
 * @param state of which state; undefined for all
 * @param range `limit` messages at most, after `offset` others
 */
export async function listMessages(
  { db }: Pick<Context, 'db'>,
  state: MessageState | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<ListedMessage>> {
  const params = { state: state ?? null, limit, offset }
  return toPage(await db.many<ListedMessage & { total: number }>('outbox/list', params))
}
