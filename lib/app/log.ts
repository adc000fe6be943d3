import pino, { type DestinationStream, type LogFn, type Logger } from 'pino'
import type { Output } from './output.ts'

export type Log = Logger

/** Names of fields that may contain credentials; their values are not logged. */
const secrets = ['authorization', 'cookie', 'token', 'password', 'secret', 'client_secret']

/**
 * Creates the log. Of similar errors, one line per second is written; the others are counted.
 *
 * @param level a pino level
 * @param out where lines are written, as JSON
 */
export function createLog(level: string, out: DestinationStream | Output): Log {
  const log = pino(
    {
      level,
      base: null,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      formatters: { level: (label: string) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { logMethod: countRepeats() },
    },
    out,
  )
  if ('close' in out) {
    out.onDropped = (dropped) => log.warn({ dropped }, 'log lines were lost because nothing read them')
  }
  return log
}

/**
 * Returns the same log without redaction, for lines whose fixed fields cannot contain a credential. With redaction, a
 * line takes six times as long: 30 µs, a third of a small request.
 */
export const plainLog = (log: Log): Log => log.child({}, { redact: [] })

/**
 * Makes lines of the log from what Node.js and libraries would write to the console as plain text. Returns the log.
 *
 * @param main this process
 */
export function logConsole(log: Log, main: Pick<NodeJS.Process, 'removeAllListeners'>): Log {
  const write = (...texts: unknown[]) => log.warn(texts.map(String).join(' '))
  Object.assign(console, { log: write, info: write, warn: write, error: write })
  main.removeAllListeners('warning').on('warning', (warning) => write(warning))
  return log
}

const errorLevel = 50

/**
 * Of errors with the same message and code or reason, the first is logged, then every second the number of the others.
 */
function countRepeats() {
  const counts = new Map<string, number>()
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) {
    if (level < errorLevel) return method.apply(this, args)
    const [fields, text] = args as unknown[]
    const message = typeof fields === 'string' ? fields : text
    const { err, reason } = Object(fields) as { err?: { code?: unknown; name?: string }; reason?: string }
    const key = `${message} ${err?.code ?? err?.name ?? reason}`
    const count = counts.get(key)
    if (count !== undefined) {
      counts.set(key, count + 1)
      return
    }
    const startSecond = () => {
      counts.set(key, 0)
      setTimeout(endSecond, 1000).unref()
    }
    const endSecond = () => {
      const repeated = counts.get(key)
      counts.delete(key)
      if (!repeated) return
      method.call(this, { repeated }, `${message}: repeated`)
      startSecond()
    }
    method.apply(this, args)
    startSecond()
  }
}
