import pLimit from 'p-limit'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { backOff } from '../notify/delivery.ts'
import { storeMessage } from '../notify/messages.ts'
import { Problem } from '../problem.ts'
import { ephemeral } from './blocks.ts'
import type { SlackClient } from './client.ts'
import { type Answer, destinationOf, handle } from './handle.ts'
import type { Delivery } from './parse-request.ts'
import { SlackError } from './slack-error.ts'

export type DeliveryNeeds = Pick<Context, 'settings' | 'log' | 'background' | 'credentials'> & {
  db: Database
  slack: SlackClient
  /** called when an answer waits to be sent */
  onAnswer(): void
}

/** What can be said of a delivery when its request is answered. */
export type DeliveryResult =
  | { state: 'answered'; answer: Answer | null }
  /** the answer comes later, or came with an earlier delivery of the same */
  | { state: 'stored' }
  /** the database did not confirm it: most likely nothing will happen */
  | { state: 'lost' }

export type DeliveryQueue = {
  /**
   * Stores a delivery and handles it.
   *
   * @param waits whether its request can take the answer, as long as `patience` lasts
   * @param patience how long the request can wait, in milliseconds
   */
  receive(delivery: Delivery, waits: boolean, patience: number): Promise<DeliveryResult>
  /** Handles one delivery that is due: of an earlier run, or after an attempt that failed. */
  work(): Promise<number>
}

/** Transactions at once: each keeps a connection, and two of the four are for receiving and answering. */
const handlersAtOnce = 2
/** Slack itself gives up after a day. */
const patienceOfSlack = 24 * 60 * 60 * 1000
/** Between two attempts, in seconds: somebody may be waiting. */
const longestPause = 300

type Row = Delivery & { attempts: number; created_at: string }

/**
 * Keeps what Slack delivers until it is handled. What a delivery changes and the note that it is handled
 * commit together, so that it has its effect once: a crash before leaves both undone, and a second
 * delivery finds the note.
 */
export function createDeliveryQueue(needs: DeliveryNeeds): DeliveryQueue {
  const { db, log, background } = needs
  const limit = pLimit(handlersAtOnce)

  async function receive(
    delivery: Delivery,
    waits: boolean,
    patience: number,
  ): Promise<DeliveryResult> {
    const deadline = timer(patience)
    const isNew = await Promise.race([store(db, delivery), deadline.promise])
    if (isNew === undefined) return { state: 'lost' }
    if (!isNew) return { state: 'stored' }
    const isLate = waits ? deadline.isOver : () => true
    // What is still queued when the time is up is left to work(), which finds it in the database.
    const handling = limit(() => (deadline.isOver() ? null : attempt(needs, delivery.id, isLate)))
    background.run('slack delivery', () => handling)
    if (!waits) return { state: 'stored' }
    const handled = await Promise.race([handling.catch(() => null), deadline.promise])
    return handled ? { state: 'answered', answer: handled.answer } : { state: 'stored' }
  }

  return {
    receive: (delivery, waits, patience) =>
      receive(delivery, waits, patience).catch((error: unknown) => {
        log.error({ err: error }, 'a delivery of Slack could not be stored')
        return { state: 'lost' }
      }),
    work: async () => ((await limit(() => attempt(needs, null, () => true))) ? 1 : 0),
  }
}

const store = async (db: Database, { id, kind, payload }: Delivery) =>
  (await db.one('slack/receive', { id, kind, payload })) !== undefined

function timer(milliseconds: number) {
  let over = false
  const promise = new Promise<undefined>((resolve) => {
    setTimeout(() => {
      over = true
      resolve(undefined)
    }, milliseconds).unref()
  })
  return { promise, isOver: () => over }
}

type Handled = { answer: Answer | null }

/**
 * Handles one delivery.
 *
 * @param id which; null for the one that has been due for longest
 * @param isLate whether nobody waits for the answer any more: then it is stored, and sent like a message
 * @returns null where there is none, where another process has it, or where it is put off
 */
async function attempt(
  needs: DeliveryNeeds,
  id: string | null,
  isLate: () => boolean,
): Promise<Handled | null> {
  let claimed: Row | undefined
  try {
    const handled = await needs.db.begin(async (tx) => {
      claimed = await tx.one<Row>('slack/claim', { id })
      if (!claimed) return null
      const answer = await handle({ ...needs, db: tx }, claimed)
      await tx.run('slack/finish', { id: claimed.id, error: null })
      const isStored = isLate()
      if (isStored) await storeAnswer(tx, answer)
      return { answer, isStored }
    })
    // The request may have stopped waiting while the transaction was committed.
    if (handled && !handled.isStored && isLate()) await storeAnswer(needs.db, handled.answer)
    if (handled) needs.onAnswer()
    return handled
  } catch (error) {
    if (!claimed) throw error
    return fail(needs, claimed, error, isLate)
  }
}

async function storeAnswer(db: Database, answer: Answer | null) {
  if (!answer) return
  await storeMessage(db, null, 'slack.answer', { to: answer.to, message: answer.message })
}

/** What an outage cut short is tried again; what failed on its own would fail again. */
async function fail(
  { db, log }: DeliveryNeeds,
  row: Row,
  error: unknown,
  isLate: () => boolean,
): Promise<Handled | null> {
  const isTooLate = Date.now() - Date.parse(row.created_at) > patienceOfSlack
  const reason = error instanceof Error ? error.message : String(error)
  if (isOutage(error) && !isTooLate) {
    log.warn({ delivery_id: row.id, kind: row.kind, reason }, 'a delivery will be tried again')
    const seconds = Math.min(backOff(row.attempts, Math.random()), longestPause)
    await db.run('slack/postpone', { id: row.id, seconds, error: reason })
    return null
  }
  log.error({ err: error, delivery_id: row.id, kind: row.kind }, 'a delivery was given up')
  const answer = { message: failed, to: destinationOf(row) }
  await db.begin(async (tx) => {
    await tx.run('slack/finish', { id: row.id, error: reason })
    if (isLate()) await storeAnswer(tx, answer)
  })
  return { answer }
}

const isOutage = (error: unknown) =>
  (error instanceof Problem && error.status === 503) ||
  (error instanceof SlackError && !error.isFinal)

const failed = ephemeral('That did not work: a fault on our side, which has been logged.')
