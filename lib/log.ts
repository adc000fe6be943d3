import { createRequire } from 'node:module'
import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Names of fields that may contain credentials; their values are not logged. */
const secrets = ['authorization', 'cookie', 'token', 'password', 'secret', 'client_secret']

/**
 * Creates the log: JSON lines, or readable text on a terminal.
 *
 * @param level a pino level
 * @param out where lines are written; standard output by default
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
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  if ('write' in out) return pino(options, out)
  return pino(options, out.terminal ? prettyLines() : pino.destination({ dest: 1, sync: true }))
}

/** Loaded only if a person reads the log on a terminal. */
function prettyLines(): DestinationStream {
  const pretty: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty')
  return pretty({ sync: true })
}

/** Returns the same log without redaction, for lines whose fixed fields cannot contain a credential. */
export const plainLog = (log: Log): Log => log.child({}, { redact: [] })
