import type { Context } from '../context.ts'
import { type Attempted, type Outcome, recordOutcome } from '../notify/delivery.ts'
import { startWorker } from '../worker.ts'
import { PrivateAddressError, resolveHost } from './addresses.ts'
import { post } from './post.ts'
import { decryptSecret, signatureHeaders } from './secrets.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'log' | 'now'>

type Delivery = Attempted & {
  payload: object
  url: string
  encrypted_secret: Uint8Array
}

const pollPauseMs = 1000
/** How many deliveries of a webhook are sent concurrently, each about another term. */
const batchSize = 10
const timeoutMs = 15_000

/**
 * Sends events to webhooks (contract, section 16): each at least once, with the same ID in each attempt, and the events of a
 * term in their order. Every webhook has a queue of its own, so that one that does not respond delays no other.
 */
export function createWebhookQueue(needs: Needs, options = { timeoutMs }) {
  const busy = new Map<string, Promise<void>>()
  let isStopping = false

  async function drain(id: string) {
    let sent = batchSize
    while (sent > 0 && !isStopping) sent = await sendBatch(needs, id, options.timeoutMs)
  }

  return {
    /** Starts to send what is due to the webhooks that are not being sent to yet. Returns 0: the worker need not hurry. */
    async sendDue(): Promise<number> {
      for (const { id } of await needs.db.many<{ id: string }>('webhooks/due')) {
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
    /** Sends no further batch. */
    stop() {
      isStopping = true
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
async function sendBatch(needs: Needs, webhookId: string, timeoutMs: number): Promise<number> {
  const params = { webhook_id: webhookId, limit: batchSize }
  const deliveries = await needs.db.many<Delivery>('webhooks/claim', params)
  await Promise.all(
    deliveries.map(async (delivery) =>
      recordOutcome(needs, delivery, await send(needs, delivery, timeoutMs)),
    ),
  )
  return deliveries.length
}

async function send(
  { settings, now }: Needs,
  { id, url, payload, encrypted_secret }: Delivery,
  timeoutMs: number,
): Promise<Outcome> {
  const secret = decryptSecret(settings.secretKey, encrypted_secret)
  if (secret === null) return failure('the secret was encrypted with another SERVICE_SECRET_KEY')
  const body = JSON.stringify(payload)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'term-glossary',
    ...signatureHeaders(secret, id, now(), body),
  }
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const status = await postTo(new URL(url), settings.privateAddresses, { headers, body, signal })
    return status >= 200 && status < 300 ? { delivered: true } : failure(`HTTP ${status}`)
  } catch (error) {
    return failure(signal.aborted ? `no response within ${timeoutMs / 1000} s` : reasonOf(error))
  }
}

async function postTo(
  url: URL,
  allowPrivate: boolean,
  request: Parameters<typeof post>[2],
): Promise<number> {
  // The setting may have changed since the webhook was created.
  if (!allowPrivate && url.protocol !== 'https:') throw new PrivateAddressError()
  const resolved = resolveHost(url, { allowPrivate })
  return post(url, await Promise.race([resolved, aborted(request.signal)]), request)
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const failure = (reason: string): Outcome => ({ delivered: false, reason, isFinal: false })

const reasons: Record<string, string> = {
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
}

/** Names an error of the connection by its code, because messages contain addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof PrivateAddressError) return 'not a public address, or not https'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? `the connection failed (${code || 'unknown'})`
}
