import type { Context } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { type Attempts, EndedError } from './attempts.ts'
import type { Recipient, StoredMessage } from './messages.ts'

/** How an attempt to deliver a message ended. */
export type DeliveryOutcome =
  | { delivered: true }
  | {
      delivered: false
      /** an explanation or a code of the messaging platform; never a secret */
      reason: string
      /** whether to give up: no further attempt is made */
      isFinal: boolean
      /** the number of seconds that the receiver asks to wait at least */
      retryAfter?: number
    }

/** Sends a message. Reports failures instead of throwing. */
export type Send = (message: StoredMessage) => Promise<DeliveryOutcome>

/** How many messages are sent concurrently. */
const batchSize = 10
/** How many notices a person gets as messages of their own. */
const maxSingle = 5

export type Attempted = {
  id: string
  kind: string
  attempts: number
  /** whether the message is over a day old, so that this attempt was the last one */
  is_overdue: boolean
  user_id: string | null
  webhook_id?: string
}

type Row = Omit<StoredMessage, 'to'> & Attempted & { recipient: Recipient | null; is_active: boolean | null }

/**
 * Delivers the messages that are due, each at least once. Many notices for one person become one message. Messages are
 * claimed for a minute, so that other processes skip them, and what a crash interrupts is sent again. Failures are
 * retried with growing pauses for 24 hours.
 *
 * @param attempts end before the minute is over
 * @returns the number of messages attempted
 */
export async function deliverDue(
  needs: Pick<Context, 'db' | 'log' | 'metrics'>,
  send: Send,
  attempts: Attempts,
): Promise<number> {
  await needs.db.run('notify/combine-messages', { most: maxSingle })
  const rows = await needs.db.many<Row>('notify/claim-messages', { limit: batchSize })
  await Promise.all(rows.map(async (row) => recordOutcome(needs, row, await attempt(row, send, attempts))))
  return rows.length
}

async function attempt(row: Row, send: Send, attempts: Attempts): Promise<DeliveryOutcome> {
  if (row.is_active === false) {
    return { delivered: false, reason: 'the account is deactivated', isFinal: true }
  }
  const { id, kind, payload, recipient: to } = row
  try {
    return await attempts.run(() => send({ id, kind, payload, to } as StoredMessage))
  } catch (error) {
    if (!(error instanceof EndedError)) throw error
    return { delivered: false, reason: error.message, isFinal: false }
  }
}

/**
 * Records how an attempt ended, and logs a failure. Even a message that is over a day old, because no process was
 * running, gets one attempt.
 */
export async function recordOutcome(
  { db, log, metrics }: { db: Queries } & Pick<Context, 'log' | 'metrics'>,
  message: Attempted,
  attempted: DeliveryOutcome,
): Promise<void> {
  const { id, kind, attempts, user_id, webhook_id } = message
  if (attempted.delivered) return db.run('notify/mark-delivered', { id })
  metrics?.countFailedDelivery(webhook_id ? 'webhook' : 'slack', attempted.reason)
  const { reason, isFinal, retryAfter } = message.is_overdue ? lastOne(attempted) : attempted
  const fields = { message_id: id, kind, user_id, webhook_id, reason }
  if (isFinal) {
    await db.run('notify/give-up-message', { id, error: reason })
    log.error(fields, 'a message could not be delivered')
  } else {
    const seconds = Math.max(retryAfter ?? 0, backOff(attempts, Math.random()))
    await db.run('notify/postpone-message', { id, seconds, error: reason })
    log.warn(fields, 'a message was not delivered and will be retried')
  }
}

type Failure = DeliveryOutcome & { delivered: false }

const lastOne = (failure: Failure): Failure =>
  failure.isFinal
    ? failure
    : { delivered: false, reason: `not delivered within 24 hours: ${failure.reason}`, isFinal: true }

const firstPauseSeconds = 2
const maxPauseSeconds = 3600

/**
 * The pause before the next attempt: exponential, with jitter, so that messages that failed together are
 * not retried together.
 *
 * @param attempts the number of failed attempts before this one
 * @param random from 0 to 1
 * @returns seconds: at least half of the exponential pause, at most all of it
 */
export function backOff(attempts: number, random: number): number {
  const pause = Math.min(firstPauseSeconds * 2 ** attempts, maxPauseSeconds)
  return pause * (0.5 + random / 2)
}
