import type { Sql } from 'postgres'
import { connect } from './connection.ts'

/** Receives PostgreSQL notifications (LISTEN/NOTIFY) on one channel. */
export type Listener = {
  /** Listens on a new connection, which replaces the previous one. */
  reconnect(): Promise<void>
  end(): Promise<void>
}

/**
 * Creates a listener. postgres.js (3.4.9) listens again after it has lost its connection, but gives up
 * silently if the server is still down then: callers reconnect from time to time.
 *
 * @param url postgresql://…
 * @param onNotify called for each notification, and whenever some may have been missed
 */
export function createListener(url: string, channel: string, onNotify: () => void): Listener {
  let current: Sql | undefined
  return {
    async reconnect() {
      const next = connect(url)
      try {
        await next.listen(channel, onNotify, onNotify)
      } catch (error) {
        await next.end({ timeout: 0 })
        throw error
      }
      const previous = current
      current = next
      await previous?.end({ timeout: 0 })
    },
    end: async () => void (await current?.end({ timeout: 0 })),
  }
}
