import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ArrivingBody, ignoreRest } from './arriving-body.ts'

/** How much of a body is received after the response, and for how long. */
const rest = { bytes: 32 * 1024 ** 2, ms: 10_000 }
/** The same if chunks were refused: the connection is only kept until its client can have read the response. */
const unread = { bytes: 64 * 1024, ms: 1000 }
/** The rest of a body that is not larger is read whatever happens, and the connection is used again. */
const maxSmallBytes = 64 * 1024
const checkMs = 50

/**
 * Prepares a connection for a response that is sent before the request has arrived, because it is refused. A connection that
 * is closed while its client still sends is reset, and the response is lost: a proxy then sends an error of its own (RFC 9112,
 * section 9.6). So what still arrives is received and discarded, within limits, and not parsed. If the chunks of the body
 * were refused, nothing more is received.
 */
export function discardRest(
  request: IncomingMessage,
  response: ServerResponse,
  body: ArrivingBody,
): void {
  const isSmall = Number(request.headers['content-length']) <= maxSmallBytes
  if (!body.refusal && (request.complete || isSmall)) return
  const { socket } = request
  response.setHeader('connection', 'close')
  const { bytes: maxBytes, ms: maxMs } = body.refusal ? unread : rest
  // Node.js calls it when the response has been written.
  socket.destroySoon = () => {
    socket.end()
    ignoreRest(socket)
    // Instead of the parser, which may have stopped the socket.
    socket.removeAllListeners('data').on('data', () => {})
    if (body.refusal) socket.pause()
    else socket.resume()._read(0)
    const [firstByte, start] = [socket.bytesRead, performance.now()]
    const timer = setInterval(() => {
      const isOver = socket.bytesRead - firstByte > maxBytes || performance.now() - start > maxMs
      if (isOver) socket.destroy()
    }, checkMs)
    socket.once('close', () => clearInterval(timer))
  }
}
