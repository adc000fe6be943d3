import pLimit from 'p-limit'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { backOff } from '../notify/delivery.ts'
import type { Payloads } from '../notify/messages.ts'
import { Problem } from '../problem.ts'
import { ephemeral } from './blocks.ts'
import type { SlackClient } from './client.ts'
import { destinationOf, handle, type SlackAnswer } from './handle.ts'
import type { Membership } from './membership.ts'
import { escapeText } from './mrkdwn.ts'
import type { InboundRequest } from './parse-request.ts'
import { SlackError } from './slack-error.ts'

type QueueNeeds = Pick<Context, 'settings' | 'log' | 'background' | 'credentials' | 'names' | 'lookups'> & {
  db: Database
  slack: SlackClient
  membership: Membership
  /** called when an answer is ready to be sent */
  onAnswer(): void
}

/** The state of a request when its HTTP request has to be answered. */
export type InboundResult =
  | { state: 'answered'; answer: SlackAnswer | null }
  /** the answer follows later, or an earlier request with this id was answered */
  | { state: 'stored' }
  /** the database did not confirm that it stored the request, and there is no answer */
  | { state: 'lost' }

type InboundQueue = {
  /**
   * Stores a request and handles it. A request with a known id is not handled again.
   *
   * @param isAnsweredInline whether to wait for the answer, to send it in the HTTP response
   * @param timeoutMs how long the HTTP request can wait
   */
  receive(inbound: InboundRequest, isAnsweredInline: boolean, timeoutMs: number): Promise<InboundResult>
  /** Handles one request that is due, after a restart or a failed attempt. Returns the number handled. */
  handleDue(): Promise<number>
}

/** Each handler occupies a database connection. Two of the four stay free to receive and to answer. */
const maxHandlers = 2
/** Slack gives up after a day, too. */
const maxAgeMs = 24 * 60 * 60 * 1000
/** The longest pause between two attempts. It is short because a person may be waiting. */
const maxPauseSeconds = 300

type Row = InboundRequest & { attempts: number; created_at: string }

/**
 * Stores requests until they are handled. The changes of a request and its `handled_at` commit together,
 * so that each request takes effect exactly once: a crash undoes both, and a repeated request is
 * recognized by its id.
 */
export function createInboundQueue(needs: QueueNeeds): InboundQueue {
  const { db, log, background } = needs
  const limit = pLimit(maxHandlers)

  async function receive(
    inbound: InboundRequest,
    isAnsweredInline: boolean,
    timeoutMs: number,
  ): Promise<InboundResult> {
    const deadline = startTimer(timeoutMs)
    const isNew = await Promise.race([store(db, inbound), deadline.promise])
    if (isNew === undefined) return { state: 'lost' }
    if (!isNew) return { state: 'stored' }
    const isLate = isAnsweredInline ? deadline.isOver : () => true
    // If the time is up while it is queued, handleDue() finds it in the database.
    const handling = limit(() => (deadline.isOver() ? null : attempt(needs, inbound.id, isLate)))
    background.run('requests from Slack', () => handling)
    if (!isAnsweredInline) return { state: 'stored' }
    const handled = await Promise.race([handling.catch(() => null), deadline.promise])
    return handled ? { state: 'answered', answer: handled.answer } : { state: 'stored' }
  }

  return {
    receive: (inbound, isAnsweredInline, timeoutMs) =>
      receive(inbound, isAnsweredInline, timeoutMs).catch((error: unknown) => {
        log.error({ err: error }, 'a Slack request could not be stored')
        // Slack sends events again, and nothing else.
        if (inbound.kind === 'event' || !isRefused(error)) return { state: 'lost' }
        return answerUnstored(needs, inbound, isAnsweredInline, timeoutMs)
      }),
    handleDue: async () => ((await limit(() => attempt(needs, null, () => true))) ? 1 : 0),
  }
}

/** Whether the database was not asked to store anything, because it cannot now. */
const isRefused = (error: unknown) => error instanceof Problem && error.code === 'database_busy'

/**
 * Answers a request that nothing stores: lookups go on while commits hang (contract, section 18), and what would write
 * is refused with the reason.
 */
async function answerUnstored(
  needs: QueueNeeds,
  inbound: InboundRequest,
  isAnsweredInline: boolean,
  timeoutMs: number,
): Promise<InboundResult> {
  const handling = handle(needs, inbound).catch((error: unknown) => {
    if (isRefused(error))
      return { message: ephemeral(escapeText((error as Problem).sentence)), to: destinationOf(inbound) }
    needs.log.error({ err: error }, 'a Slack request that was not stored failed')
    return undefined
  })
  if (!isAnsweredInline) {
    needs.background.run('answers in Slack', async () => {
      const answer = await handling
      if (answer) await needs.slack.post(answer.to, answer.message)
    })
    return { state: 'stored' }
  }
  const answer = await Promise.race([handling, startTimer(timeoutMs).promise])
  return answer === undefined ? { state: 'lost' } : { state: 'answered', answer }
}

const store = async (db: Database, { id, kind, payload }: InboundRequest) =>
  (await db.one('slack/receive-delivery', { id, kind, payload })) !== undefined

function startTimer(timeoutMs: number) {
  let isOver = false
  const promise = new Promise<undefined>((resolve) => {
    setTimeout(() => {
      isOver = true
      resolve(undefined)
    }, timeoutMs).unref()
  })
  return { promise, isOver: () => isOver }
}

type Handled = { answer: SlackAnswer | null }

/**
 * Handles one request.
 *
 * @param id null for the request that has been due for longest
 * @param isLate whether the HTTP request has been answered: then the answer is stored, and sent as a message
 * @returns null if there is none, another process is handling it, or it was postponed
 */
async function attempt(needs: QueueNeeds, id: string | null, isLate: () => boolean): Promise<Handled | null> {
  let claimed: Row | undefined
  try {
    const handled = await needs.db.begin(async (tx) => {
      claimed = await tx.one<Row>('slack/claim-delivery', { id })
      if (!claimed) return null
      const answer = await handle({ ...needs, db: tx }, claimed)
      await tx.run('slack/finish-delivery', { id: claimed.id, error: null })
      const isStored = isLate()
      if (isStored) await storeAnswer(tx, answer)
      return { answer, isStored }
    })
    // The HTTP request may have been answered during the commit.
    if (handled && !handled.isStored && isLate()) await storeAnswer(needs.db, handled.answer)
    if (handled) needs.onAnswer()
    return handled
  } catch (error) {
    if (!claimed) throw error
    return handleFailure(needs, claimed, error, isLate)
  }
}

async function storeAnswer(db: Database, answer: SlackAnswer | null) {
  if (!answer) return
  const payload: Payloads['slack.answer'] = { to: answer.to, message: answer.message }
  await db.run('slack/store-answer', { payload })
}

/** Postpones a request that an outage interrupted. Gives up any other, as it would fail again. */
async function handleFailure(
  { db, log }: QueueNeeds,
  row: Row,
  error: unknown,
  isLate: () => boolean,
): Promise<Handled | null> {
  const isExpired = Date.now() - Date.parse(row.created_at) > maxAgeMs
  const reason = error instanceof Error ? error.message : String(error)
  if (isOutage(error) && !isExpired) {
    log.warn({ inbound_id: row.id, kind: row.kind, reason }, 'a Slack request failed and will be retried')
    const seconds = Math.min(backOff(row.attempts, Math.random()), maxPauseSeconds)
    await db.run('slack/postpone-delivery', { id: row.id, seconds, error: reason })
    return null
  }
  log.error({ err: error, inbound_id: row.id, kind: row.kind }, 'a Slack request failed for good')
  const answer = { message: failureMessage, to: destinationOf(row) }
  await db.begin(async (tx) => {
    await tx.run('slack/finish-delivery', { id: row.id, error: reason })
    if (isLate()) await storeAnswer(tx, answer)
  })
  return { answer }
}

const isOutage = (error: unknown) =>
  (error instanceof Problem && error.status === 503) || (error instanceof SlackError && !error.isFinal)

const failureMessage = ephemeral('Something went wrong on our side. The error has been logged.')
