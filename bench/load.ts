import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

// Sockets and a few lines of HTTP of our own: the generator shares two cores with the server and with
// PostgreSQL, and what it costs makes all ratios look better than they are. autocannon 9, which would be
// the library for it, took 10 to 50 % more CPU time for a request (and brings 60 packages along), undici
// about twice as much.

/** A request: what differs between those of an operation. */
export type Request = {
  method: 'GET' | 'POST'
  path: string
  /** header lines, or none: above all who asks */
  header: string
  /** JSON */
  body?: string
}

/** What came of some seconds of load. */
export type Loaded = {
  /** requests answered */
  count: number
  seconds: number
  /** of each, in microseconds */
  latencies: RecordableHistogram
}

/**
 * Sends requests over kept connections, one at a time on each, for some seconds.
 *
 * @param next the next request; undefined where there are no more
 * @param status what every answer must have
 * @param options.connections how many requests are on their way at any time
 * @throws Error at the first answer of another status, and at a connection that breaks
 */
export async function load(
  url: string,
  next: () => Request | undefined,
  status: number,
  { seconds = Number.POSITIVE_INFINITY, connections = 16 } = {},
): Promise<Loaded> {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: connections }, () =>
    connect({ host: hostname, port: Number(port || 80), noDelay: true }),
  )
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const latencies = createHistogram()
    const started = performance.now()
    const end = started + seconds * 1000
    const timely = () => (performance.now() < end ? next() : undefined)
    const head = `host: ${hostname}:${port}\r\n`
    await Promise.all(
      sockets.map((socket) =>
        converse(socket, head, timely, status, (ms) =>
          latencies.record(Math.max(1, Math.round(ms * 1000))),
        ),
      ),
    )
    return { count: latencies.count, seconds: (performance.now() - started) / 1000, latencies }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** Request, answer, request, … until there are no more requests. */
function converse(
  socket: Socket,
  head: string,
  next: () => Request | undefined,
  status: number,
  record: (ms: number) => void,
): Promise<void> {
  return new Promise((done, fail) => {
    let request: Request | undefined
    let sent = 0
    let read = readAnswer(status)

    function send() {
      request = next()
      if (!request) return done()
      read = readAnswer(status)
      sent = performance.now()
      socket.write(toText(request, head))
    }
    socket.on('data', (chunk) => {
      try {
        if (!read(chunk)) return
        record(performance.now() - sent)
        send()
      } catch (error) {
        fail(new Error(`${request?.method} ${request?.path}: ${(error as Error).message}`))
      }
    })
    socket.on('error', fail)
    socket.on('close', () => fail(new Error(`${request?.path}: the connection was closed`)))
    send()
  })
}

function toText({ method, path, header, body }: Request, head: string) {
  const start = `${method} ${path} HTTP/1.1\r\n${head}${header && `${header}\r\n`}`
  if (body === undefined) return `${start}\r\n`
  const length = Buffer.byteLength(body)
  return `${start}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`
}

/**
 * Reads one answer, chunk by chunk; gives true with the last one. It looks at no more than it must
 * (RFC 9112, sections 6 and 7): the status, and where the body ends.
 */
function readAnswer(status: number): (chunk: Buffer) => boolean {
  let head: Buffer | undefined
  let missing: number | undefined
  let tail = Buffer.alloc(0)

  return (chunk) => {
    if (missing === undefined) {
      head = head ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return false
      const text = head.toString('latin1', 0, end)
      if (Number(text.slice(9, 12)) !== status) {
        throw new Error(`${text.split('\r\n')[0]} ${head.toString('utf8', end + 4, end + 400)}`)
      }
      const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
      missing = length === undefined ? Number.POSITIVE_INFINITY : Number(length)
      missing -= head.length - end - 4
    } else missing -= chunk.length
    if (missing < Number.POSITIVE_INFINITY) return missing <= 0
    // Without a length the body comes in chunks of its own, of which the last is empty.
    tail = Buffer.concat([tail, chunk]).subarray(-lastChunk.length)
    return tail.equals(lastChunk)
  }
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n')
