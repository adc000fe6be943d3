import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

// A minimal HTTP client on plain sockets: the load generator shares the processors with the servers and
// PostgreSQL, and the time it takes makes all ratios look better than they are. autocannon 9 took 10 to 50 % more
// processor time for a request, undici about twice as much.

/** The parts of a request that differ between requests. */
export type Request = {
  method: 'GET' | 'POST'
  path: string
  /** header lines, or '': mainly the credential */
  header: string
  /** JSON */
  body?: string
}

/** The result of some seconds of load. */
export type LoadResult = {
  /** number of responses */
  count: number
  seconds: number
  /** in microseconds */
  latencies: RecordableHistogram
}

/**
 * Sends requests over several persistent connections, one at a time on each.
 *
 * @param next returns the next request, or undefined if there are no more
 * @param status expected status of every response; null for any
 * @param options.connections number of concurrent requests
 * @throws Error at the first response with another status, and when a connection breaks
 */
export async function load(
  url: string,
  next: () => Request | undefined,
  status: number | null,
  { seconds = Number.POSITIVE_INFINITY, connections = 16 } = {},
): Promise<LoadResult> {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: connections }, () =>
    connect({ host: hostname, port: Number(port || 80), noDelay: true }),
  )
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const latencies = createHistogram()
    const started = performance.now()
    const end = started + seconds * 1000
    const nextInTime = () => (performance.now() < end ? next() : undefined)
    const head = `host: ${hostname}:${port}\r\n`
    await Promise.all(
      sockets.map((socket) =>
        sendSequentially(socket, head, nextInTime, status, (ms) =>
          latencies.record(Math.max(1, Math.round(ms * 1000))),
        ),
      ),
    )
    return { count: latencies.count, seconds: (performance.now() - started) / 1000, latencies }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** Sends each request when the previous one has been answered. */
function sendSequentially(
  socket: Socket,
  head: string,
  next: () => Request | undefined,
  status: number | null,
  record: (ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let request: Request | undefined
    let sent = 0
    let read = createResponseReader(status)

    function send() {
      request = next()
      if (!request) return resolve()
      read = createResponseReader(status)
      sent = performance.now()
      socket.write(toText(request, head))
    }
    socket.on('data', (chunk) => {
      try {
        if (!read(chunk)) return
        record(performance.now() - sent)
        send()
      } catch (error) {
        reject(new Error(`${request?.method} ${request?.path}: ${(error as Error).message}`))
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${request?.path}: the connection was closed`)))
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
 * Returns a function that reads one response, chunk by chunk, and returns true for the last chunk. It parses
 * only the status and where the body ends (RFC 9112, sections 6 and 7).
 */
function createResponseReader(status: number | null): (chunk: Buffer) => boolean {
  let head: Buffer | undefined
  let missing: number | undefined
  let tail = Buffer.alloc(0)

  return (chunk) => {
    if (missing === undefined) {
      head = head ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return false
      const text = head.toString('latin1', 0, end)
      if (status !== null && Number(text.slice(9, 12)) !== status) {
        throw new Error(`${text.split('\r\n')[0]} ${head.toString('utf8', end + 4, end + 400)}`)
      }
      const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
      missing = length === undefined ? Number.POSITIVE_INFINITY : Number(length)
      missing -= head.length - end - 4
    } else missing -= chunk.length
    if (missing < Number.POSITIVE_INFINITY) return missing <= 0
    // Without a content length, the body is chunked and ends with an empty chunk.
    tail = Buffer.concat([tail, chunk]).subarray(-lastChunk.length)
    return tail.equals(lastChunk)
  }
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n')
