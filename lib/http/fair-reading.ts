import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createTurnClock } from '../app/next-turn.ts'

/** Whether this turn of the event loop has read what has arrived, and started requests, for long enough. */
const isTurnOver = createTurnClock(5)

/** The open connections: those that have had a response, the latest last, and those that have had none. */
const answered = new Set<Socket>()
const unanswered = new Set<Socket>()
let isPaused = false

/**
 * Lets a server read what has arrived for a short time before it goes on with what it has begun: the event loop would
 * read all connections, hundreds of requests, before anything else. The others are read in the next turns: those first
 * that have had a response, and the latest first, so that many connections that were opened at once keep nobody else
 * waiting.
 */
export function readFairly(server: Server): Server {
  return server
    .on('connection', (socket: Socket) => {
      unanswered.add(socket)
      socket.on('error', noteReading).once('close', () => {
        answered.delete(socket)
        unanswered.delete(socket)
      })
    })
    .on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      noteReading()
      response.once('finish', () => {
        unanswered.delete(socket)
        answered.delete(socket)
        if (!socket.destroyed) answered.add(socket)
      })
    })
}

/** Called for each piece that has been read. If this turn has gone on for long enough, it reads nothing more. */
export function noteReading(): void {
  if (isTurnOver() && !isPaused) pauseOthers()
}

/** Starts what has been read before: in this turn, or in the next one that has time for it. */
export function startInTurn(start: () => void): void {
  if (isTurnOver()) setImmediate(startInTurn, start)
  else start()
}

function pauseOthers() {
  isPaused = true
  const paused = [...unanswered, ...answered].filter((socket) => !socket.isPaused()).reverse()
  for (const socket of paused) socket.pause()
  setImmediate(() => {
    isPaused = false
    for (const socket of paused) socket.resume()
  })
}
