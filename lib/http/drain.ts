import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

const idleMs = 500

/**
 * Makes a server that can be stopped without dropping a request. To be called before it listens.
 *
 * http.Server's own close() ends idle connections at once, and with them a request that is on its way.
 *
 * @returns stops it: it takes no new connections, answers what is in flight and what still arrives on
 *   open ones, and asks clients to close those. When `limit` resolves, it cuts off the rest.
 */
export function drainable(server: Server): (limit: Promise<unknown>) => Promise<void> {
  const latest = new Map<Socket, ServerResponse>()
  let isDraining = false
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => latest.delete(socket))
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.setHeader('connection', 'close')
    else latest.set(socket, response)
  })

  return async function drain(limit) {
    isDraining = true
    for (const response of latest.values()) {
      if (!response.headersSent) response.setHeader('connection', 'close')
    }
    const closed = new Promise<void>((done) => {
      NetServer.prototype.close.call(server, () => done())
    })
    limit.then(() => server.closeAllConnections())
    // Whatever is idle by then has been so all the while: the others have closed after an answer.
    const timer = setInterval(() => server.closeIdleConnections(), idleMs)
    await closed
    clearInterval(timer)
  }
}
