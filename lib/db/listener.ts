import type { Sql } from 'postgres'
import { connect } from './connection.ts'

/** Receives PostgreSQL notifications (LISTEN/NOTIFY). */
export type Listener = {
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
 * Creates a listener. It does without the `listen()` of postgres.js (3.4.9), which gives up silently if the server is still
 * down when it listens again.
 *
 * @param url postgresql://…
 * @param channels SQL names
 */
export function createListener(
  url: string,
  channels: readonly string[],
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
