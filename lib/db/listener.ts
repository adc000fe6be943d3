import type { Sql } from 'postgres'
import { connect } from './connection.ts'

/** Receives PostgreSQL notifications (LISTEN/NOTIFY) on one channel. */
export type Listener = {
  /** Listens on a new connection, which replaces the previous one. */
  reconnect(): Promise<void>
  end(): Promise<void>
}

type Handlers = {
  /** called for each notification, and whenever some may have been missed */
  onNotify(): void
  /** called when the connection is lost; nothing listens until someone reconnects */
  onLoss(): void
}

/**
 * Creates a listener. It does without the `listen()` of postgres.js (3.4.9), which gives up silently if the server is still
 * down when it listens again.
 *
 * @param url postgresql://…
 * @param channel an SQL name
 */
export function createListener(
  url: string,
  channel: string,
  { onNotify, onLoss }: Handlers,
): Listener {
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
        await next.unsafe(`listen ${channel}`)
      } catch (error) {
        await next.end({ timeout: 0 })
        throw error
      }
      const previous = current
      current = next
      onNotify()
      await previous?.end({ timeout: 0 })
    },
    async end() {
      const last = current
      current = undefined
      await last?.end({ timeout: 0 })
    },
  }
}
