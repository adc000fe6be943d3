import type { IncomingMessage, ServerResponse } from 'node:http'

/** How much of a body is read after the response, and for how long. */
const rest = { bytes: 32 * 1024 ** 2, ms: 10_000 }
/** The rest of a body that is not larger is read whatever happens, and the connection is used again. */
const maxSmallBytes = 64 * 1024
const checkMs = 50

/**
 * Prepares a connection for a response that is sent before the request has arrived, because it is refused. A connection that
 * is closed while its client still sends is reset, and the response is lost: a proxy then sends an error of its own (RFC 9112,
 * section 9.6). So what still arrives is read and discarded, within limits.
 */
export function discardRest(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || Number(request.headers['content-length']) <= maxSmallBytes) return
  const { socket } = request
  response.setHeader('connection', 'close')
  // Node.js calls it when the response has been written.
  socket.destroySoon = () => {
    socket.end()
    request.removeAllListeners('data').removeAllListeners('readable').resume()
    const [firstByte, start] = [socket.bytesRead, performance.now()]
    const timer = setInterval(() => {
      const isOver =
        socket.bytesRead - firstByte > rest.bytes || performance.now() - start > rest.ms
      if (isOver || request.complete) socket.destroy()
    }, checkMs)
    socket.once('close', () => clearInterval(timer))
  }
}
