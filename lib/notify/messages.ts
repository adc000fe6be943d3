import type { Db } from '../context.ts'
import type { MessageState, OutboxMessage } from '../schemas/admin.ts'
import type { InboxDetail, InboxKind } from '../schemas/inbox.ts'
import type { ListRange } from '../schemas/list.ts'

/** What happened to a term, or to several if `term_id` and `name` are null. */
type DigestEntry = {
  /** absent in the digest of followed terms */
  kind?: InboxKind
  term_id: string | null
  name: string | null
  actor_id: string | null
  detail: InboxDetail
}

type OfTerm = DigestEntry & { term_id: string; name: string }
export type DisputeNotice = OfTerm & { kind: 'disputed'; detail: { dispute_id: string } }
export type ProposalNotice = OfTerm & { kind: 'proposed'; detail: { proposal_id: string } }
type OtherNotice = DigestEntry & { kind: Exclude<InboxKind, 'disputed' | 'proposed'> }

/** An inbox entry, as a message delivers it. */
export type Notice = DisputeNotice | ProposalNotice | OtherNotice

export type Payloads = {
  inbox: Notice
  /**
   * the newest changes of what the person follows, or notices that were too many for a message each, and the number of
   * all
   */
  digest: { entries: DigestEntry[]; total: number }
  /** an answer that was not ready in time for the HTTP response, and its destination */
  'slack.answer': { to: object; message: object }
}
type Kind = keyof Payloads

export type Recipient = { id: string; email: string; messaging_user_id: string | null }

/** A message to send. `to` is null if the payload contains the destination. */
export type StoredMessage = {
  [K in Kind]: { id: string; kind: K; payload: Payloads[K]; to: Recipient | null }
}[Kind]

/** A message, with the name of the term if it is about one. */
export type ListedMessage = OutboxMessage & { term_name: string | null }

/**
 * Lists the messages with their delivery states, newest first.
 *
 * @param state undefined for all states
 * @param range at most `limit` messages, skipping `offset`
 */
export const listMessages = ({ db }: Db, state: MessageState | undefined, { limit, offset }: ListRange) =>
  db.slice<ListedMessage>('notify/list-messages', { state: state ?? null, limit, offset })
