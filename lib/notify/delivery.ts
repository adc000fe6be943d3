import type { Context } from '../context.ts'
import type { Queries } from '../db/database.ts'
import type { Message, Recipient } from './messages.ts'

/** How an attempt to deliver a message ended. */
export type Outcome =
  | { delivered: true }
  | {
      delivered: false
      /** in words or a code of the messaging platform; never a secret */
      reason: string
      /** whether another attempt would end the same way */
      isFinal: boolean
      /** seconds that the platform wants to be left alone */
      retryAfter?: number
    }

/** Brings a message to where it goes; it reports what fails instead of throwing. */
export type Send = (message: Message) => Promise<Outcome>

/** As many messages are on their way at once. */
const batch = 10

type Row = Omit<Message, 'to'> & {
  attempts: number
  is_overdue: boolean
  user_id: string | null
  email: string | null
  messaging_user_id: string | null
  is_active: boolean | null
}

/**
 * Delivers the messages that are due, at least once each: they stay locked in one transaction while they
 * are on their way, so that other processes take others, and a crash frees them. What fails is tried
 * again, ever more rarely, for 24 hours.
 *
 * @param random from 0 to 1, spreads attempts that failed together
 * @returns how many messages it has dealt with
 */
export function deliverDue(
  { db, log }: Pick<Context, 'db' | 'log'>,
  send: Send,
  random: () => number = Math.random,
): Promise<number> {
  return db.begin(async (tx) => {
    const rows = await tx.many<Row>('outbox/claim', { limit: batch })
    const outcomes = await Promise.all(rows.map((row) => attempt(row, send)))
    for (const [i, row] of rows.entries()) {
      const outcome = outcomes[i] as Outcome
      await note(tx, row, outcome, random)
      if (!outcome.delivered) logFailure(log, row, outcome)
    }
    return rows.length
  })
}

/** Also a message that waited for longer than a day, while nothing ran, gets its attempt. */
async function attempt(row: Row, send: Send): Promise<Outcome> {
  if (row.is_active === false) {
    return { delivered: false, reason: 'the account is deactivated', isFinal: true }
  }
  const { id, kind, payload } = row
  const outcome = await send({ id, kind, payload, to: recipient(row) } as Message)
  if (outcome.delivered || outcome.isFinal || !row.is_overdue) return outcome
  const reason = `not delivered within 24 hours: ${outcome.reason}`
  return { delivered: false, reason, isFinal: true }
}

const recipient = ({ user_id, email, messaging_user_id }: Row): Recipient | null =>
  user_id === null ? null : { id: user_id, email: email ?? '', messaging_user_id }

async function note(tx: Queries, row: Row, outcome: Outcome, random: () => number) {
  if (outcome.delivered) {
    await tx.run('outbox/deliver', { id: row.id })
  } else if (outcome.isFinal) {
    await tx.run('outbox/give-up', { id: row.id, error: outcome.reason })
  } else {
    const seconds = outcome.retryAfter ?? backOff(row.attempts, random())
    await tx.run('outbox/postpone', { id: row.id, seconds, error: outcome.reason })
  }
}

function logFailure(log: Context['log'], row: Row, outcome: Outcome & { delivered: false }) {
  const { reason, isFinal } = outcome
  const fields = { message_id: row.id, kind: row.kind, user_id: row.user_id, reason }
  if (isFinal) log.error(fields, 'a message was given up')
  else log.warn(fields, 'a message was not delivered and will be tried again')
}

const firstPause = 2
const longestPause = 3600

/**
 * The pause before the next attempt: exponential, with jitter, so that what failed together does not come
 * back together.
 *
 * @param attempts how many failed before this one
 * @param random from 0 to 1
 * @returns seconds, from half of the full pause to all of it
 */
export function backOff(attempts: number, random: number): number {
  const pause = Math.min(firstPause * 2 ** attempts, longestPause)
  return pause * (0.5 + random / 2)
}
