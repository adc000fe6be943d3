import { fstatSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { isatty } from 'node:tty'

/** Standard output, for lines of text. Writing never waits for their reader. */
export type Output = {
  /** Writes a line; the lines of one turn of the event loop are written together, in order. */
  write(line: string): void
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
  const lines = collectLines((text) => writeSync(standardOutput, text))
  return { write: lines.add, close: async () => lines.flush() }
}

/** More than that is not collected until the turn of the event loop ends. */
const maxCollectedLength = 64 * 1024

/**
 * Collects the lines of one turn of the event loop, because a write for each takes an eighth of the time of a small
 * request. When the process exits, also because of an uncaught error, the rest is written.
 */
function collectLines(write: (text: string) => unknown) {
  let collected = ''
  function flush() {
    if (collected === '') return
    const text = collected
    collected = ''
    write(text)
  }
  process.on('exit', flush)
  return {
    add(line: string) {
      if (collected === '') setImmediate(flush)
      collected += line
      if (collected.length > maxCollectedLength) flush()
    },
    flush,
    length: () => collected.length,
  }
}

/** Loaded only if a person reads the log on a terminal. */
function prettyStream(): Writable {
  const pretty: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty')
  return pretty({ sync: false })
}

/** Drops lines while too many wait to be read, or after their reader has gone. */
function bounded(stream: Writable): Output {
  let droppedCount = 0
  let isBroken = false
  const lines = collectLines((text) => isBroken || stream.write(text))
  const output: Output = {
    write(line) {
      if (isBroken) return
      if (stream.writableLength + lines.length() > maxWaitingBytes) droppedCount++
      else lines.add(line)
    },
    async close() {
      if (isBroken) return
      lines.flush()
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
