import { readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const mebibyte = 1024 ** 2

/**
 * What one task may take. `processorMs` is time of the processor, so that no file is refused because the machine is
 * busy; `ms` is time of the clock. `bytes` is what the process may take in all, or `growth` more than when the task
 * began: less than it may ever have (contract, section 18), because it goes on until somebody looks.
 */
const taskLimits = { ...{ processorMs: 10_000, ms: 60_000 }, ...{ bytes: 450 * mebibyte, growth: 200 * mebibyte } }
const checkMs = 20

/** The place where a thread says which one it is, for who limits it. */
export const createThreadId = () => new Int32Array(new SharedArrayBuffer(4))

/** Says which thread this is, where the system tells (Linux). */
export function sayThreadId(place: Int32Array): void {
  try {
    place[0] = Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0])
  } catch {
    // Then only the clock limits it.
  }
}

/**
 * Returns a signal that is aborted when a task in a thread has taken too much processor time or memory. The memory of
 * arrays, which is outside the heap that resourceLimits bounds, counts.
 *
 * @param thread from createThreadId(), set when the task begins
 * @param isOver aborted when the task is done
 */
export function limitThread(thread: Int32Array, isOver: AbortSignal, limits = taskLimits): AbortSignal {
  const tooMuch = new AbortController()
  watch(thread, isOver, limits).then(
    () => tooMuch.abort(),
    () => {}, // it is over
  )
  return tooMuch.signal
}

/** Returns when a thread has taken too much. @throws AbortError when it is over */
async function watch(thread: Int32Array, signal: AbortSignal, limits: typeof taskLimits) {
  const most = Math.max(limits.bytes, process.memoryUsage.rss() + limits.growth)
  const latest = performance.now() + limits.ms
  let atStart: number | undefined
  for (;;) {
    await delay(checkMs, undefined, { signal, ref: false })
    const spent = processorMs(thread[0] ?? 0)
    atStart ??= spent
    if (atStart !== undefined && (spent ?? 0) - atStart > limits.processorMs) return
    if (performance.now() > latest || process.memoryUsage.rss() > most) return
  }
}

/** The processor time of a thread so far; undefined if it is not known. */
function processorMs(threadId: number): number | undefined {
  if (threadId === 0) return undefined
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${threadId}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return undefined
  }
}
