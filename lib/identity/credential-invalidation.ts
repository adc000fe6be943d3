import type { Context } from '../context.ts'
import { createListener } from '../db/listener.ts'
import { startWorker } from '../worker.ts'

/** How long a connection that has silently stopped to hear may go unnoticed, in milliseconds. */
const pauseMs = 60_000

/**
 * Makes credentials remembered, and forgotten as soon as any process changes one: the database tells of
 * it (migration 0006).
 *
 * @param url postgresql://…
 * @returns what ends it
 */
export function rememberCredentials(
  url: string,
  { credentials, log }: Pick<Context, 'credentials' | 'log'>,
): () => Promise<void> {
  const listener = createListener(url, 'credentials', credentials.forget)
  async function renew() {
    try {
      await listener.reconnect()
      credentials.trust(true)
    } catch (error) {
      credentials.trust(false)
      throw error
    }
    return 0
  }
  const worker = startWorker('credential notices', renew, { pauseMs, log })
  return async () => {
    credentials.trust(false)
    await worker.stop()
    await listener.end()
  }
}
