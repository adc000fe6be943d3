import type { Server, Socket } from 'node:net'
import type { Context } from '../context.ts'

/**
 * Why a connection was closed without a request that says so: what arrived is no HTTP, took too long or was too much at
 * once, or the response is not read.
 */
type Cause = 'malformed' | 'slow' | 'pipelined' | 'unread'

const quietMs = 1000
const reports = new WeakMap<Socket, (cause: Cause) => void>()

/**
 * Lets operators know how many connections of a server are closed: in the metrics, and with a line of the log each
 * second at most.
 */
export function reportClosed<Kind extends Server>(server: Kind, needs: Pick<Context, 'log' | 'metrics'>): Kind {
  const report = createReport(needs)
  server.on('connect', (_, socket: Socket) => {
    report('malformed') // a request to a proxy, which this is not
    socket.destroy()
  })
  return server.on('connection', (socket: Socket) => {
    reports.set(socket, report)
    socket.on('error', (error) => {
      const cause = causeOf(error)
      if (cause) report(cause)
    })
  })
}

/** Tells whoever watches a connection why it is closed. */
export const noteClosed = (socket: Socket, cause: Cause): void => reports.get(socket)?.(cause)

/**
 * What node:http closes a connection for, after an answer of its own. A client that leaves in the middle is none of it.
 */
function causeOf({ code = '' }: NodeJS.ErrnoException): Cause | null {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'slow'
  return /^HPE_(?!INVALID_EOF_STATE)/.test(code) ? 'malformed' : null
}

function createReport({ log, metrics }: Pick<Context, 'log' | 'metrics'>) {
  const closed = new Map<Cause, number>()
  let isQuiet = false
  function write() {
    isQuiet = closed.size > 0
    if (!isQuiet) return
    log.warn({ closed: Object.fromEntries(closed) }, 'connections were closed')
    closed.clear()
    setTimeout(write, quietMs).unref()
  }
  return (cause: Cause) => {
    metrics?.countClosed(cause)
    closed.set(cause, (closed.get(cause) ?? 0) + 1)
    if (!isQuiet) write()
  }
}
