import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextPoll } from 'node:timers/promises'

/** How often the listening socket is checked for connections that arrived before the signal, and how many times. */
const acceptPauseMs = 50
const maxAcceptPauses = 10
/**
 * Closing the listening socket resets connections that arrived since the event loop last looked: it must not be long
 * ago.
 */
const shortTurnMs = 0.3
const maxTurns = 500
/** How long a connection without a request may still send one. */
const idleMs = 500

/**
 * Prepares a server so that it can be stopped without dropping a request. Call this before it listens.
 *
 * `http.Server.close()` would close idle connections immediately, even if a request is on its way on one of
 * them.
 *
 * @returns stops the server: it accepts connections for another `acceptSeconds`, then those that are already waiting
 * (for
 *   500 ms at most), answers the requests in flight and those that still arrive on open connections, and closes each
 *   connection after its response. When `limit` resolves, it closes the rest.
 */
export function drainable(server: Server): (limit: Promise<unknown>, acceptSeconds?: number) => Promise<void> {
  const lastResponses = new Map<Socket, ServerResponse | null>()
  let acceptedCount = 0
  let isDraining = false
  server.on('connection', (socket: Socket) => {
    acceptedCount += 1
    lastResponses.set(socket, null)
    socket.once('close', () => lastResponses.delete(socket))
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.setHeader('connection', 'close')
    else lastResponses.set(socket, response)
  })

  async function acceptWaitingConnections() {
    for (let pause = 0; pause < maxAcceptPauses; pause++) {
      const before = acceptedCount
      await delay(acceptPauseMs)
      if (acceptedCount === before) break
    }
    for (let turn = 0; turn < maxTurns; turn++) {
      const started = performance.now()
      await nextPoll() // has accepted all connections that there were
      if (performance.now() - started < shortTurnMs) break
    }
  }

  function closeAfterResponses() {
    isDraining = true
    for (const response of lastResponses.values()) {
      if (response && !response.headersSent) response.setHeader('connection', 'close')
    }
  }

  return async function drain(limit, acceptSeconds = 0) {
    if (acceptSeconds > 0) {
      closeAfterResponses()
      await delay(acceptSeconds * 1000)
      // Clients whose connection closes open new ones: none may be on its way when the server stops listening.
      isDraining = false
    }
    const unused = [...lastResponses.keys()].filter(({ bytesRead }) => bytesRead === 0)
    await acceptWaitingConnections()
    closeAfterResponses()
    // Bun's server is no net.Server.
    const { close } = server instanceof NetServer ? NetServer.prototype : server
    const closed = new Promise<void>((resolve) => {
      close.call(server, () => resolve())
    })
    limit.then(() => server.closeAllConnections())
    const closeUnused = (sockets: Iterable<Socket>) => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }
    // Browsers open connections in advance and may never use them. One that was accepted after the signal has
    // until the timer runs, because the server may not have read its request yet.
    closeUnused(unused)
    const timer = setInterval(async () => {
      await nextPoll() // has read what has arrived, also after the process was busy
      closeUnused(lastResponses.keys())
      server.closeIdleConnections()
    }, idleMs)
    await closed
    clearInterval(timer)
  }
}
