import { readFileSync } from 'node:fs'

/** Returns how many milliseconds of processor time work takes in this process, in all of its threads. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return process.cpuUsage(before).user / 1000
}

/**
 * The processor time so far, in ms, of the thread that runs JavaScript, without those that compile it and collect
 * garbage. Other systems than Linux tell no more than that of all threads.
 */
export function threadMs(): number {
  if (process.platform !== 'linux') return process.cpuUsage().user / 1000
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

/**
 * Measures until something takes less than a limit, at most six times, and returns the least: the first time runs code
 * that is not compiled yet, and each may have to collect garbage. What takes longer is compared with how fast this
 * machine does work of the same kind just now.
 *
 * @param limit in ms of processor time on a machine of the usual speed: at least four times what is usual, and much
 *   less than what the fault takes that it stands for
 * @param measure returns such a time on this machine
 */
export async function leastMs(limit: number, measure: () => Promise<number>): Promise<number> {
  let least = Infinity
  for (let attempt = 0; attempt < 6 && least >= limit; attempt++) {
    const ms = await measure()
    least = Math.min(least, ms < limit ? ms : ms / slowness())
  }
  return least
}

/** How long twenty times `yardstick` take on the machine that the limits were chosen for. */
const usualMs = 50

/** How many times as long as usual this machine needs just now; never less than once. */
function slowness() {
  yardstick()
  const start = threadMs()
  for (let i = 0; i < 20; i++) yardstick()
  return Math.max(1, (threadMs() - start) / usualMs)
}

const sentences = 'Our team says "service promise" of an SLA, as `code` has it.\n'.repeat(600)

/** Finds words and keeps them, as what is measured does: it depends on memory, too, which other programs use. */
function yardstick() {
  const places = new Map<string, number[]>()
  for (const { 0: word, index } of sentences.matchAll(/[\p{L}\p{N}]+/gu)) {
    const key = `${word.toLowerCase()} ${index % 997}`
    places.set(key, [...(places.get(key) ?? []), index])
  }
  return places
}
