import { fstatSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { isatty } from 'node:tty'

/** Standard output, for lines of text. Writing never waits for their reader. */
export type Output = {
  write(text: string): void
  /** called with the number of lines that were dropped, when there is room again */
  onDropped?: (count: number) => void
  /** Waits until all lines have been written, for one second at most. Later lines are lost. */
  close(): Promise<void>
}

const standardOutput = 1
const maxWaitingBytes = 1024 * 1024

/**
 * Opens standard output. Log lines are readable on a terminal, and JSON otherwise.
 *
 * `process.stdout` is not used, because it blocks the whole process while nothing reads from a pipe.
 */
export function openOutput(): Output {
  if (isatty(standardOutput)) return bounded(prettyStream())
  const file = fstatSync(standardOutput)
  if (file.isFIFO() || file.isSocket()) {
    return bounded(new Socket({ fd: standardOutput, readable: false, writable: true }).unref())
  }
  return { write: (text) => void writeSync(standardOutput, text), close: async () => {} }
}

/** Loaded only if a person reads the log on a terminal. */
function prettyStream(): Writable {
  const pretty: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty')
  return pretty({ sync: false })
}

/** Drops lines while too many wait to be read, or after their reader has gone. */
export function bounded(stream: Writable): Output {
  let droppedCount = 0
  let isBroken = false
  const output: Output = {
    write(text) {
      if (isBroken) return
      if (stream.writableLength > maxWaitingBytes) droppedCount++
      else stream.write(text)
    },
    async close() {
      if (isBroken) return
      const finished = new Promise<void>((resolve) => stream.end(resolve))
      await Promise.race([finished, delay(1000, undefined, { ref: false })])
    },
  }
  stream.on('error', () => {
    isBroken = true
  })
  stream.on('drain', () => {
    const count = droppedCount
    droppedCount = 0
    if (count > 0) output.onDropped?.(count)
  })
  return output
}
