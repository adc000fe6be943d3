import type { Sql } from 'postgres'
import { connect } from './database.ts'

/** Hears what the database tells all processes (PostgreSQL, "NOTIFY"). */
export type Notices = {
  /** Starts to hear, or starts anew: on a connection of its own, which replaces the one before. */
  renew(): Promise<void>
  end(): Promise<void>
}

/**
 * Listens on a channel. postgres.js (3.4.9) listens again after it has lost its connection, but gives up
 * silently where the server is not back at once: whoever depends on it renews it from time to time.
 *
 * @param url postgresql://…
 * @param hear what to do at a notice, and whenever some may have been missed
 */
export function createListener(url: string, channel: string, hear: () => void): Notices {
  let current: Sql | undefined
  return {
    async renew() {
      const next = connect(url)
      try {
        await next.listen(channel, hear, hear)
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
