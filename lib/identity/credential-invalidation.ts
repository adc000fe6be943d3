import type { Context } from '../context.ts'
import { createListener } from '../db/listener.ts'
import { startWorker } from '../worker.ts'

/** How long a dead connection may go unnoticed. */
const reconnectIntervalMs = 60_000

/**
 * Enables the credential cache, and clears it whenever any process changes a credential: triggers notify the
 * channel `credentials` (sql/functions/credentials.sql).
 *
 * @param url postgresql://…
 * @returns a function that disables the cache and disconnects
 */
export function startCredentialCache(
  url: string,
  { credentials, log }: Pick<Context, 'credentials' | 'log'>,
): () => Promise<void> {
  const listener = createListener(url, 'credentials', credentials.clear)
  async function reconnect() {
    try {
      await listener.reconnect()
      credentials.setEnabled(true)
    } catch (error) {
      credentials.setEnabled(false)
      throw error
    }
    return 0
  }
  const worker = startWorker('credential invalidation', reconnect, {
    pauseMs: reconnectIntervalMs,
    log,
  })
  return async () => {
    credentials.setEnabled(false)
    await worker.stop()
    await listener.end()
  }
}
