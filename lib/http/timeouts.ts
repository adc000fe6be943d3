import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { noteClosed } from './closed-connections.ts'

/**
 * How long a client may take to send headers, and at most a whole request; then it gets 408 (contract, section 18). A
 * request without Host is refused by the listener: node:http would do it without a line in the log.
 */
export const serverOptions: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 150_000,
  connectionsCheckingInterval: 1000,
  requireHostHeader: false,
}

/**
 * How long a client may read nothing of a response. If some of the latest write was read, Node.js waits this long
 * once more, so that a client is disconnected after 30 seconds at the latest.
 */
export const readTimeoutMs = 15_000

/** Disconnects clients that read nothing of a response for 30 seconds, and those that are idle between requests. */
export function disconnectStalledReaders(server: Server): Server {
  const working = new WeakSet<Socket>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    working.add(socket)
    response.once('close', () => working.delete(socket))
  })
  return server.setTimeout(readTimeoutMs, (socket) => {
    const isUnread = socket.writableLength > 0
    if (isUnread) noteClosed(socket, 'unread')
    if (isUnread || !working.has(socket)) socket.destroy()
  })
}
