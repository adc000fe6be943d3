import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'

const graceMs = 10_000
const idleMs = 500

/**
 * Stops a server without dropping a request: it takes no new connections, answers what is in flight and
 * what still arrives on open ones, and asks clients to close those. After ten seconds it cuts off the
 * rest.
 *
 * http.Server's own close() ends idle connections at once, and with them a request that is on its way.
 */
export async function drain(server: Server): Promise<void> {
  server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
    response.setHeader('connection', 'close')
  })
  const closed = new Promise<void>((done) => {
    NetServer.prototype.close.call(server, () => done())
  })
  const timers = [
    setInterval(() => server.closeIdleConnections(), idleMs),
    setTimeout(() => server.closeAllConnections(), graceMs),
  ]
  await closed
  timers.forEach(clearTimeout)
}
