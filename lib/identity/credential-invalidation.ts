import type { Context } from '../context.ts'
import { createListener } from '../db/listener.ts'
import { startWorker } from '../worker.ts'

/** How long a dead connection may go unnoticed. */
const reconnectIntervalMs = 60_000
/** How long to wait before connecting again to a database that cannot be reached. */
const retryMs = 1000

/**
 * Enables the credential cache, and clears it whenever any process changes a credential: triggers notify the
 * channel `credentials` (sql/functions/credentials.sql). Without a connection, nothing is cached.
 *
 * @param url postgresql://…
 * @returns a function that disables the cache and disconnects
 */
export function startCredentialCache(
  url: string,
  { credentials, log }: Pick<Context, 'credentials' | 'log'>,
): () => Promise<void> {
  let retry: NodeJS.Timeout | undefined
  function reconnectSoon() {
    credentials.setEnabled(false)
    retry = setTimeout(() => worker.wake(), retryMs)
  }
  const listener = createListener(url, 'credentials', {
    onNotify: credentials.clear,
    onLoss: reconnectSoon,
  })
  async function reconnect() {
    clearTimeout(retry)
    try {
      await listener.reconnect()
      credentials.setEnabled(true)
    } catch (error) {
      reconnectSoon()
      throw error
    }
    return 0
  }
  const worker = startWorker('credential invalidation', reconnect, {
    pauseMs: reconnectIntervalMs,
    log,
  })
  return async () => {
    await worker.stop()
    await listener.end()
    clearTimeout(retry)
    credentials.setEnabled(false)
  }
}
