import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWebhookQueue } from '../../lib/notify/webhook-queue.ts'
import type { Person, TestService } from './test-service.ts'

export type Received = {
  headers: Record<string, string>
  /** the body as it was sent, which the signature covers */
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any
}

/** A server that webhooks lead to. It responds with `status` and `headers`, or not at all if `status` is null. */
export async function openReceiver() {
  const received: Received[] = []
  const receiver = { received, url: '', status: 204 as number | null, headers: {}, close }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    received.push({ headers: request.headers as Received['headers'], text, body: JSON.parse(text) })
    if (receiver.status === null) return
    response.writeHead(receiver.status, receiver.headers)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=1`
  async function close() {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return receiver
}

/** Creates a webhook, and returns it with its secret. */
export async function webhook(
  service: Pick<TestService, 'request'>,
  as: Person,
  url: string,
  events: readonly string[] = ['term.created', 'term.updated', 'term.deleted', 'term.voted'],
): Promise<{ id: string; secret: string }> {
  const body = { url, events }
  return (await service.request('POST', '/api/v1/admin/webhooks', { as, body })).body
}

/** Sends everything that is due. */
export async function sendAll({ ctx }: TestService, timeoutMs = 15_000): Promise<void> {
  const queue = createWebhookQueue(ctx, { timeoutMs })
  await queue.sendDue()
  await queue.settle()
}

type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Returns a test with a receiver, which is closed at its end. */
export const withReceiver =
  (run: (service: TestService, receiver: Receiver, admin: Person) => Promise<void>) =>
  async (service: TestService): Promise<void> => {
    const receiver = await openReceiver()
    try {
      await run(service, receiver, await service.person('admin'))
    } finally {
      await receiver.close()
    }
  }

/** The deliveries of a webhook, newest first. */
export const deliveries = async ({ request }: TestService, as: Person, id: string) =>
  (await request('GET', `/api/v1/admin/webhooks/${id}/deliveries`, { as })).body

/** Makes everything due that waits for its next attempt. */
export const hurry = ({ sql }: TestService) => sql`update outbox_messages set next_attempt_at = now()`
