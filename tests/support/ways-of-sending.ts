import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

export type Sent = { method: string; path: string; headers: Record<string, string>; body?: string }

type Framing = { header: string; body: Buffer }

const asWhole = (body: Buffer): Framing => ({ header: `Content-Length: ${body.length}`, body })

/** More of them are refused, however many there are. */
const maxTinyChunks = 3000

/** A body in chunks of one byte (RFC 9112, section 7.1), and a larger one as far as anybody reads it. */
function asTinyChunks(body: Buffer): Framing {
  const bytes = [...body.subarray(0, maxTinyChunks)]
  const chunks = bytes.map((byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]))
  return { header: 'Transfer-Encoding: chunked', body: Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]) }
}

/** Sends pieces of a request with pauses, and returns the status of the response; null if there is none. */
async function sendPieces(port: number, pieces: Buffer[], isComplete = true) {
  const socket = connect(port, '127.0.0.1')
  // The service may refuse a request and close the connection while it arrives.
  socket.on('error', () => {})
  await once(socket, 'connect')
  const answer = text(socket).catch(() => '')
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await pause(5)
    socket.write(piece)
  }
  if (!isComplete) {
    await pause(10)
    socket.destroy()
  }
  const status = /^HTTP\/1\.1 (\d{3})/.exec(await answer)?.[1]
  socket.destroy()
  return status === undefined ? null : Number(status)
}

function toBytes({ method, path, headers, body = '' }: Sent, frame: typeof asWhole) {
  const { header, body: framed } = frame(Buffer.from(body))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', header]
  return Buffer.concat([Buffer.from([...head, ...lines, '', ''].join('\r\n'), 'latin1'), framed])
}

const cut = (bytes: Buffer, count: number) =>
  Array.from({ length: count }, (_, index) =>
    bytes.subarray((bytes.length * index) / count, (bytes.length * (index + 1)) / count),
  )

/** How many clients send the same at once. */
const many = 10

/** The ways to send a request to a port. Each returns the statuses of the responses; null where there is none. */
export const ways: Record<string, (port: number, sent: Sent) => Promise<(number | null)[]>> = {
  whole: async (port, sent) => [await sendPieces(port, [toBytes(sent, asWhole)])],
  'in chunks of one byte': async (port, sent) => [await sendPieces(port, [toBytes(sent, asTinyChunks)])],
  slowly: async (port, sent) => [await sendPieces(port, cut(toBytes(sent, asWhole), 5))],
  unfinished: async (port, sent) => {
    const [start = Buffer.alloc(0)] = cut(toBytes(sent, asWhole), 2)
    return [await sendPieces(port, [start], false)]
  },
  'by many': (port, sent) =>
    Promise.all(Array.from({ length: many }, () => sendPieces(port, [toBytes(sent, asWhole)]))),
}
