import { hasWebPort, PrivateAddressError, resolveHost } from '../addresses.ts'
import { secretKeys } from '../app/settings.ts'
import { startWorker } from '../app/worker.ts'
import type { Context } from '../context.ts'
import { testEvent } from '../schemas/webhook.ts'
import { type Attempts, createAttempts, EndedError } from './attempts.ts'
import { type Attempted, type DeliveryOutcome, recordOutcome } from './delivery.ts'
import { NoResponseError, post, type Receipt } from './post-event.ts'
import { decryptSecret, signatureHeaders } from './webhook-secrets.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'log' | 'metrics' | 'now'>

type ClaimedDelivery = Attempted & { payload: { type: string }; url: string; encrypted_secret: Uint8Array }

/** The outcome of an attempt. `isGone`: the receiver wants nothing more. */
type SendOutcome = DeliveryOutcome & { isGone?: boolean }

const pollPauseMs = 1000
/** 410 Gone */
const gone = 410
/** How many deliveries of a webhook are sent concurrently, each about another term. */
const batchSize = 10
const timeoutMs = 15_000
/** How long attempts may go on when the service stops. */
const graceMs = 1000
/** How long a receiver can ask the service to wait: as long as an event is retried. */
const maxWaitSeconds = 24 * 60 * 60

/**
 * Sends events to webhooks (contract, section 16): each at least once, with the same ID in each attempt, and the events
 * of a term in their order. Every webhook has a queue of its own, so that one that does not respond delays no other.
 */
export function createWebhookQueue(needs: Needs, options = { timeoutMs }) {
  const busy = new Map<string, Promise<void>>()
  const attempts = createAttempts(options.timeoutMs)
  let isStopping = false

  async function drain(id: string) {
    let sent = batchSize
    while (sent > 0 && !isStopping) sent = await sendBatch(needs, id, attempts)
  }

  return {
    /**
     * Starts to send what is due to the webhooks that are not being sent to yet. Returns 0: the worker need not hurry.
     */
    async sendDue(): Promise<number> {
      for (const { id } of await needs.db.many<{ id: string }>('notify/due-webhooks')) {
        if (busy.has(id)) continue
        const queue = drain(id)
          .catch((err) => needs.log.error({ err, webhook_id: id }, 'a webhook could not be served'))
          .finally(() => busy.delete(id))
        busy.set(id, queue)
      }
      return 0
    },
    /** Waits until nothing is being sent. */
    async settle(): Promise<void> {
      await Promise.all(busy.values())
    },
    /** Sends no further batch, and soon ends what is being sent: it is sent again later. */
    stop() {
      isStopping = true
      setTimeout(attempts.end, graceMs).unref()
    },
  }
}

/**
 * Starts to send events to webhooks.
 *
 * @returns a function that stops it
 */
export function startWebhooks(needs: Needs): () => Promise<void> {
  const queue = createWebhookQueue(needs)
  const worker = startWorker('webhooks', queue.sendDue, { pauseMs: pollPauseMs, log: needs.log })
  return async () => {
    queue.stop()
    await worker.stop()
    await queue.settle()
  }
}

/** Sends what is due to a webhook, at most one event of each term. Returns how many were sent. */
async function sendBatch(needs: Needs, webhookId: string, attempts: Attempts): Promise<number> {
  const params = { webhook_id: webhookId, limit: batchSize }
  const deliveries = await needs.db.many<ClaimedDelivery>('notify/claim-deliveries', params)
  await Promise.all(
    deliveries.map(async (delivery) => record(needs, webhookId, delivery, await send(needs, delivery, attempts))),
  )
  return deliveries.length
}

async function record(needs: Needs, webhookId: string, delivery: ClaimedDelivery, outcome: SendOutcome) {
  await recordOutcome(needs, delivery, outcome)
  const { db } = needs
  if (outcome.delivered) {
    // A test is all that a disabled webhook is sent.
    if (delivery.payload.type === testEvent) await db.run('notify/enable-webhook', { id: webhookId })
  } else if (outcome.isGone) await db.run('notify/disable-webhook', { id: webhookId })
  else if (outcome.retryAfter) await db.run('notify/pause-webhook', { id: webhookId, seconds: outcome.retryAfter })
}

async function send(
  { settings, now }: Needs,
  { id, url, payload, encrypted_secret }: ClaimedDelivery,
  attempts: Attempts,
): Promise<SendOutcome> {
  const secret = decryptSecret(secretKeys(settings), encrypted_secret)
  if (secret === null) return failure('the secret was encrypted with another SERVICE_SECRET_KEY')
  const body = JSON.stringify(payload)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'term-glossary',
    ...signatureHeaders(secret, id, now(), body),
  }
  try {
    const receipt = await attempts.run((signal) =>
      postTo(new URL(url), settings.privateAddresses, { headers, body, signal }),
    )
    return toOutcome(receipt, now())
  } catch (error) {
    return failure(reasonOf(error))
  }
}

async function postTo(url: URL, allowPrivate: boolean, request: Parameters<typeof post>[2]) {
  // The settings and the rules may have changed since the webhook was created.
  const isAllowed = hasWebPort(url) && (allowPrivate || url.protocol === 'https:')
  if (!isAllowed) throw new PrivateAddressError()
  const addresses = await resolveHost(url, { allowPrivate })
  return post(url, addresses, request)
}

function toOutcome({ status, retryAfter }: Receipt, now: Date): SendOutcome {
  if (status >= 200 && status < 300) return { delivered: true }
  const isGone = status === gone
  return {
    ...failure(`HTTP ${status}`),
    isFinal: isGone,
    isGone,
    ...(retryAfter && { retryAfter: toSeconds(retryAfter, now) }),
  }
}

/** Reads a Retry-After, which is a number of seconds or a date: at most a day, 0 if it is neither. */
function toSeconds(retryAfter: string, now: Date): number {
  const isNumber = /^\d+$/.test(retryAfter)
  const seconds = isNumber ? Number(retryAfter) : (Date.parse(retryAfter) - now.getTime()) / 1000
  return Math.min(Math.max(seconds || 0, 0), maxWaitSeconds)
}

const failure = (reason: string) => ({ delivered: false, reason, isFinal: false }) as const

const reasons: Record<string, string> = {
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
}

/** Names an error of the connection by its code, because messages contain addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof EndedError) return error.message
  if (error instanceof PrivateAddressError) {
    return 'not a public address, not https, or a port that is not allowed'
  }
  if (error instanceof NoResponseError) return 'the connection ended without a response'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? `the connection failed (${code || 'unknown'})`
}
