import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ArrivingBody, ignoreRest } from './arriving-body.ts'
import { noteClosed } from './closed-connections.ts'
import { startInTurn } from './fair-reading.ts'

/** How many requests of a connection may wait until the one before them has its response. */
const maxWaiting = 16

/**
 * Connections while a request of theirs is carried out: those that wait for it, and whether no more of them is read.
 */
const connections = new WeakMap<Socket, { waiting: { start(): void; body: ArrivingBody }[]; isEnding: boolean }>()

/**
 * Waits until the requests that came before on the same connection have their responses. A client may send several at
 * once (RFC 9112, section 9.3.2), and hundreds fit into one packet: of too many, the first have a response, and the
 * connection ends.
 *
 * @returns undefined if there is nothing to wait for
 */
export function waitForEarlier(
  { socket }: IncomingMessage,
  response: ServerResponse,
  body: ArrivingBody,
): Promise<void> | undefined {
  const connection = connections.get(socket)
  response.once('close', () => startNext(socket))
  if (!connection) {
    connections.set(socket, { waiting: [], isEnding: false })
    return undefined
  }
  const { waiting } = connection
  return new Promise((start) => {
    if (waiting.length < maxWaiting && !connection.isEnding) {
      waiting.push({ start, body })
      return
    }
    if (!connection.isEnding) noteClosed(socket, 'pipelined')
    connection.isEnding = true
    for (const last of waiting.slice(-1)) last.body.isLast = true
    ignoreRest(socket)
  })
}

function startNext(socket: Socket) {
  const next = socket.destroyed ? undefined : connections.get(socket)?.waiting.shift()
  if (next) startInTurn(next.start)
  else connections.delete(socket)
}
