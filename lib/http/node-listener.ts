import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createServerAdapter, sendNodeResponse } from '@whatwg-node/server'
import type { Log } from '../app/log.ts'
import type { App } from './app.ts'
import { type ArrivingBody, ignoreRest, joinChunks } from './arriving-body.ts'
import { malformedHost } from './headers.ts'
import { waitForEarlier } from './pipelined.ts'
import { readTimeoutMs } from './timeouts.ts'

/** How much of a body is received after the response, and for how long: the largest file arrives at 3 Mbit/s. */
const rest = { bytes: 32 * 1024 ** 2, ms: 60_000 }
/** The same if nothing more is read: the connection is only kept until its client can have read the response. */
const unread = { bytes: 64 * 1024, ms: 1000 }
/** The rest of a body that is not larger is read whatever happens, and the connection is used again. */
const maxSmallBytes = 64 * 1024
const checkMs = 50

/**
 * Prepares a connection for a response that is sent before the request has arrived, because it is refused. A connection
 * that is closed while its client still sends is reset, and the response is lost: a proxy then sends an error of its
 * own (RFC 9112, section 9.6). So what still arrives is received and discarded, within limits, and not parsed. If this
 * is the last request that is read, nothing more is received.
 */
function discardRest(request: IncomingMessage, response: ServerResponse, body: ArrivingBody): void {
  const isSmall = Number(request.headers['content-length']) <= maxSmallBytes
  if (!body.isLast && (request.complete || isSmall)) return
  const { socket } = request
  response.setHeader('connection', 'close')
  const { bytes: maxBytes, ms: maxMs } = body.isLast ? unread : rest
  // Node.js calls it when the response has been written.
  socket.destroySoon = () => {
    socket.end()
    ignoreRest(socket)
    // Instead of the parser, which may have stopped the socket.
    socket.removeAllListeners('data').on('data', () => {})
    if (body.isLast) socket.pause()
    else socket.resume()._read(0)
    const [firstByte, start] = [socket.bytesRead, performance.now()]
    const timer = setInterval(() => {
      const isOver = socket.bytesRead - firstByte > maxBytes || performance.now() - start > maxMs
      if (isOver) socket.destroy()
    }, checkMs)
    socket.once('close', () => clearInterval(timer))
  }
}

/** A Host header (RFC 9110, section 7.2): a host name or an IP address, and a port. */
const isHost = (text: string) => /^(\[[\da-f:.]+\]|[^\s/?#@\\:[\]]+)(:\d*)?$/i.test(text)

const isHostHeader = (text: string, i: number) => i % 2 === 0 && text.length === 4 && /^host$/i.test(text)

/**
 * Whether there is one Host header, or none before HTTP/1.1 (RFC 9112, section 3.2): of several, a proxy may have read
 * another one.
 */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage) {
  const { length } = rawHeaders.filter(isHostHeader)
  return length === 1 || (length === 0 && httpVersion === '1.0')
}

/** A target that names a host (RFC 9112, section 3.2.2). */
const absoluteTarget = /^https?:\/\/([^/?#]*)(.*)$/is

/**
 * Gives a request the parts that its URL is built from. The host of an absolute target replaces the header Host, as the
 * standard demands, and is trusted no more than that.
 */
function normaliseTarget(request: IncomingMessage) {
  const [, host = request.headers.host ?? 'localhost', rest = request.url ?? ''] =
    absoluteTarget.exec(request.url ?? '') ?? []
  request.url = /^[?#]|^$/.test(rest) ? `/${rest}` : rest
  // A path in the header would lead to another endpoint, and what begins with no slash would become a part of the host.
  const isWellFormed = isHost(host) && request.url.startsWith('/') && hasOneHost(request)
  request.headers.host = isWellFormed ? host : malformedHost
}

/** A body of more UTF-16 units may have to wait for the client. */
const maxAtOnce = 16 * 1024

/** What the adapter's own Response keeps; another one has nothing of it. */
type Kept = { bodyInit?: unknown; headers: { headersInit?: OutgoingHttpHeaders; _map?: unknown } }

/**
 * Sends a response that is one short text at once: the adapter writes it, and then ends it, which takes a tenth of the
 * time of a small request.
 *
 * @returns whether it has been sent
 */
function sendAtOnce(result: Response, response: ServerResponse): boolean {
  const { bodyInit, headers } = result as unknown as Kept
  const isPlain = headers.headersInit && !headers._map && !response.destroyed
  if (!isPlain || typeof bodyInit !== 'string' || bodyInit.length > maxAtOnce) return false
  response.writeHead(result.status, result.statusText, headers.headersInit).end(bodyInit)
  return true
}

/**
 * Creates the request listener of a node:http server. If a response cannot be sent, the error is logged and
 * the connection closed.
 *
 * The adapter's own listener also aborts a signal when the client disconnects, which takes seven percent of the
 * time of a small request. Instead, the app asks whether the client has disconnected.
 */
export function nodeListener(app: App, log: Log): RequestListener {
  const { handleNodeRequest } = createServerAdapter<{ socket: Socket; body: ArrivingBody }>(
    (request, { socket, body }) => app(request, socket.remoteAddress, () => socket.destroyed, body),
    // The default, which the adapter would load Node's own fetch to find out.
    { __useCustomAbortCtrl: true },
  )
  return async (request, response) => {
    normaliseTarget(request)
    const body = joinChunks(request)
    const earlier = waitForEarlier(request, response, body)
    if (earlier) await earlier
    try {
      const result = await handleNodeRequest(request, { socket: request.socket, body })
      discardRest(request, response, body)
      if (sendAtOnce(result, response)) return
      const sent = sendNodeResponse(result, response, request, true)
      // A stream is still being sent, and its socket has no timeout any more.
      if (!response.writableEnded) request.socket.setTimeout(readTimeoutMs)
      await sent
    } catch (err) {
      log.error({ err }, 'a response could not be sent')
      response.destroy()
    }
  }
}
