import { createRequire } from 'node:module'
import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Names under which a credential could travel; whatever they hold is not logged. */
const secrets = ['authorization', 'cookie', 'token', 'password', 'secret', 'client_secret']

/**
 * Makes the log: JSON lines, or readable text for a terminal.
 *
 * @param level a pino level
 * @param out where lines go; standard output if left out
 */
export function createLog(
  level: string,
  out: { terminal: boolean } | DestinationStream = { terminal: false },
): Log {
  const options = {
    level,
    base: null,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: isoTime(),
  }
  if ('write' in out) return pino(options, out)
  return pino(options, out.terminal ? prettyLines() : pino.destination({ dest: 1, sync: true }))
}

/** The time of a line as pino wants it; what lines of the same second share is written out once. */
function isoTime() {
  let second = 0
  let shared = ''
  return () => {
    const now = Date.now()
    const milliseconds = now % 1000
    if (now - milliseconds !== second) {
      second = now - milliseconds
      shared = `,"time":"${new Date(second).toISOString().slice(0, 20)}`
    }
    return `${shared}${String(milliseconds).padStart(3, '0')}Z"`
  }
}

/** Loaded only where somebody reads along. */
function prettyLines(): DestinationStream {
  const pretty: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty')
  return pretty({ sync: true })
}

/** The same log for lines of fixed fields, none of which can hold a credential: these are not searched. */
export const plainLog = (log: Log): Log => log.child({}, { redact: [] })
