import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '../problem.ts'
import { noteReading } from './fair-reading.ts'

/** What is known of a body while it arrives. */
export type ArrivingBody = {
  /** in how many chunks it has arrived so far */
  chunks: number
  /** why no more of it is read */
  refusal?: Problem
  /** whether nothing more is read of its connection */
  isLast?: boolean
}

/**
 * What a chunk of a body counts at least against the memory for bodies (contract, section 18), and against what is read
 * ahead.
 */
export const minChunkBytes = 256
/** A body may have this many chunks, and any number that are this large on average. */
const maxChunks = 2000
const minMeanBytes = 1024
/**
 * Joins the chunks of a body that arrive at once, because node:http gives each of them a buffer and an event of its
 * own, which is a hundred times what a chunk of one byte takes on the network; and refuses a body of too many.
 */
export function joinChunks(request: IncomingMessage): ArrivingBody {
  const body: ArrivingBody = { chunks: 0 }
  const { headers, socket } = request
  if (!headers['transfer-encoding'] && !headers['content-length']) return body
  const pass = request.push.bind(request)
  let arrived: Buffer[] = []
  let [size, waiting, unread] = [0, 0, 0]

  function passArrived() {
    const [first, ...others] = arrived
    const joined = others.length > 0 ? Buffer.concat(arrived) : first
    // Those that were passed on before are unread as long as one of them is.
    unread = waiting + (request.readableLength > 0 ? unread : 0)
    ;[arrived, waiting] = [[], 0]
    if (joined) pass(joined)
  }
  function refuse(problem: Problem) {
    body.refusal = problem
    body.isLast = true
    arrived = []
    ignoreRest(socket)
    // So that nobody waits for more. The connection of a body that ends too early would be closed without a response.
    request.complete = true
    pass(null)
    return false
  }

  request.push = (chunk: Buffer | null) => {
    if (body.refusal) return false
    if (chunk === null) {
      passArrived()
      return pass(null)
    }
    body.chunks++
    size += chunk.length
    noteReading()
    if (body.chunks > maxChunks && size < body.chunks * minMeanBytes) {
      return refuse(new Problem('body_too_large', { detail: 'The body has too many chunks.' }))
    }
    if (arrived.length === 0) setImmediate(passArrived)
    arrived.push(chunk)
    waiting += Math.max(chunk.length, minChunkBytes)
    const before = request.readableLength > 0 ? unread : 0
    // Then the connection is not read until somebody reads the body, which a request does that no longer waits for its
    // turn.
    return before + waiting < request.readableHighWaterMark
  }
  return body
}

/** The functions that node:http's parser gives away what it finds to. */
const onFound = /^parserOn(Headers|HeadersComplete|Body|MessageComplete)$/

/**
 * Makes the parser of a connection skip what is left of the data that it has read. node:http has no means for this; the
 * parser gives away what it finds only if it has these functions. If a later version has none, only time is lost.
 */
export function ignoreRest(socket: Socket & { parser?: Record<string, unknown> | null }) {
  const parser = socket.parser ?? {}
  const functions = Object.entries(parser).filter(
    ([, value]) => typeof value === 'function' && onFound.test(value.name),
  )
  for (const [key] of functions) parser[key] = undefined
  setImmediate(() => Object.assign(parser, Object.fromEntries(functions)))
}
