import type { Sql } from 'postgres'
import type { Log } from '../app/log.ts'
import { startWorker } from '../app/worker.ts'
import { connect } from './connection.ts'

/** How long a dead connection may go unnoticed. */
const reconnectIntervalMs = 60_000
/** How long to wait before connecting again to a database that cannot be reached. */
const retryMs = 1000

/** Follows the changes of something that a process keeps in memory. */
type Follower = {
  /** called when it has changed, or may have */
  onChange(): void
  /** called with whether all processes report their changes to this one */
  setReported(isReported: boolean): void
}

/**
 * Tells this process what any process changes: triggers notify a channel (sql/functions/). Without a connection,
 * nothing is reported.
 *
 * @param url postgresql://…
 * @param followers by the name of their channel
 * @returns a function that disconnects
 */
export function listenForChanges(
  url: string,
  followers: Readonly<Record<string, Follower>>,
  log: Log,
): () => Promise<void> {
  let retry: NodeJS.Timeout | undefined
  function setReported(isReported: boolean) {
    for (const each of Object.values(followers)) each.setReported(isReported)
  }
  function reconnectSoon() {
    setReported(false)
    retry = setTimeout(() => worker.wake(), retryMs)
  }
  const listener = createListener(url, Object.keys(followers), {
    onNotify: (channel) => followers[channel]?.onChange(),
    onLoss: reconnectSoon,
  })
  async function reconnect() {
    clearTimeout(retry)
    try {
      await listener.reconnect()
      setReported(true)
    } catch (error) {
      reconnectSoon()
      throw error
    }
    return 0
  }
  const worker = startWorker('following changes', reconnect, { pauseMs: reconnectIntervalMs, log })
  return async () => {
    await worker.stop()
    await listener.end()
    clearTimeout(retry)
    setReported(false)
  }
}

/** Receives PostgreSQL notifications (LISTEN/NOTIFY). */
type Listener = {
  /** Listens on a new connection, which replaces the previous one. */
  reconnect(): Promise<void>
  end(): Promise<void>
}

type Handlers = {
  /** called for each notification, and for each channel whenever some may have been missed */
  onNotify(channel: string): void
  /** called when the connection is lost; nothing listens until someone reconnects */
  onLoss(): void
}

/**
 * Creates a listener. It does without the `listen()` of postgres.js (3.4.9), which gives up silently if the server is
 * still down when it listens again.
 *
 * @param url postgresql://…
 * @param channels SQL names
 */
function createListener(url: string, channels: readonly string[], { onNotify, onLoss }: Handlers): Listener {
  let current: Sql | undefined
  return {
    async reconnect() {
      const next: Sql = connect(url, {
        onNotify,
        onClose: () => {
          if (next === current) onLoss()
        },
      })
      try {
        await next.unsafe(channels.map((channel) => `listen ${channel}`).join('; '))
      } catch (error) {
        await next.end({ timeout: 0 })
        throw error
      }
      const previous = current
      current = next
      for (const channel of channels) onNotify(channel)
      await previous?.end({ timeout: 0 })
    },
    async end() {
      const last = current
      current = undefined
      await last?.end({ timeout: 0 })
    },
  }
}
