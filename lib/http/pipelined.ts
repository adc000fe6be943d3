import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ArrivingBody, ignoreRest } from './arriving-body.ts'
import { startInTurn } from './fair-reading.ts'

/** How many requests of a connection may wait until the one before them has its response. */
const maxWaiting = 16

/** By connection, while a request of it is carried out. */
const waiting = new WeakMap<Socket, { start(): void; body: ArrivingBody }[]>()

/**
 * Waits until the requests that came before on the same connection have their responses. A client may send several at once
 * (RFC 9112, section 9.3.2), and hundreds fit into one packet: of too many, the first have a response, and the connection ends.
 *
 * @returns undefined if there is nothing to wait for
 */
export function waitForEarlier(
  { socket }: IncomingMessage,
  response: ServerResponse,
  body: ArrivingBody,
): Promise<void> | undefined {
  const earlier = waiting.get(socket)
  response.once('close', () => startNext(socket))
  if (!earlier) {
    waiting.set(socket, [])
    return undefined
  }
  return new Promise((start) => {
    if (earlier.length < maxWaiting) {
      earlier.push({ start, body })
      return
    }
    for (const last of earlier.slice(-1)) last.body.isLast = true
    ignoreRest(socket)
  })
}

function startNext(socket: Socket) {
  const next = socket.destroyed ? undefined : waiting.get(socket)?.shift()
  if (next) startInTurn(next.start)
  else waiting.delete(socket)
}
