import type { Server, ServerOptions } from 'node:http'

/** How long a client may take to send headers, and at most a whole request; then it gets 408 (contract, section 18). */
export const serverOptions: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 150_000,
  connectionsCheckingInterval: 1000,
}

const readTimeoutMs = 30_000

/** Disconnects clients that read nothing of a response for 30 seconds. */
export function disconnectStalledReaders(server: Server): Server {
  return server.setTimeout(readTimeoutMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
}
