import type { Context } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { type Page, toPage } from '../db/page.ts'
import type { MessageKind, MessageState, OutboxMessage } from '../schemas/admin.ts'

/** What the payload of a notification names, in addition to the `detail` of its inbox entry. */
type About = { term_id: string; name: string; actor_id: string | null }

/** A notification that is only a sentence: about a term, or about several if its name is null. */
type Subject = { term_id: string | null; name: string | null; actor_id: string | null }
type Sentence = Subject & Record<string, unknown>

/** A change of followed terms. */
export type DigestEntry = Subject & { detail: Record<string, unknown> }

/** The payload of each kind of message. The database stores most of them with the inbox entry (migration 0015). */
export type Payloads = {
  'term.disputed': About & { reason: string | null; dispute_id: string }
  'term.proposed': About & { note: string | null; proposal_id: string }
  'proposal.decided': Sentence
  'dispute.resolved': Sentence
  'term.promoted': Sentence
  'term.edited': Sentence
  'term.ownership': Sentence
  'term.wanted': Sentence
  'webhook.disabled': Sentence
  /** `owned`: the recipient owns the terms; otherwise they have no owner and the recipient is an editor */
  'terms.stale': { terms: { id: string; name: string }[]; total: number; owned: boolean }
  /** the newest changes, and the number of all */
  digest: { entries: DigestEntry[]; total: number }
  /** an answer that was not ready in time for the HTTP response, and its destination */
  'slack.answer': { to: object; message: object }
}

/** The person a message goes to. */
export type Recipient = {
  id: string
  email: string
  messaging_user_id: string | null
}

/** A message to send. `to` is null if the payload contains the destination. */
export type Message = {
  [Kind in MessageKind]: { id: string; kind: Kind; payload: Payloads[Kind]; to: Recipient | null }
}[MessageKind]

/**
 * Stores a message in the transaction of the change it reports. It is delivered after the commit.
 *
 * @param userId the recipient; null if the payload contains the destination
 */
export async function storeMessage<Kind extends MessageKind>(
  tx: Queries,
  userId: string | null,
  kind: Kind,
  payload: Payloads[Kind],
): Promise<void> {
  await tx.run('outbox/store', { user_id: userId, kind, payload })
}

/** A message, with the name of the term if it is about one. */
export type ListedMessage = OutboxMessage & { term_name: string | null }

/**
 * Lists a page of the messages with their delivery states, newest first.
 *
 * @param state undefined for all states
 * @param range at most `limit` messages, skipping `offset`
 */
export async function listMessages(
  { db }: Pick<Context, 'db'>,
  state: MessageState | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<ListedMessage>> {
  const params = { state: state ?? null, limit, offset }
  return toPage(await db.many<ListedMessage & { total: number }>('outbox/list', params))
}
