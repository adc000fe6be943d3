import { readFileSync } from 'node:fs'

/** Returns how many milliseconds of processor time work takes in this process, in all of its threads. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return process.cpuUsage(before).user / 1000
}

/**
 * The processor time so far, in ms, of the thread that runs JavaScript, without those that compile it and collect garbage. Other
 * systems than Linux tell no more than that of all threads.
 */
export function threadMs(): number {
  if (process.platform !== 'linux') return process.cpuUsage().user / 1000
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

/**
 * Measures until something takes less than a limit, at most six times, and returns the least: the first time runs code that is not
 * compiled yet, and each may have to collect garbage. What takes longer is compared with the speed of the machine, so that a limit
 * says the same on each.
 *
 * @param limit in ms of processor time on a machine of the usual speed
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

/** How long `yardstick` takes on the machine that the limits were chosen for. */
const usualMs = 5

/** How many times as long as usual this machine needs just now; never less than once. */
function slowness() {
  const times = Array.from({ length: 4 }, () => {
    const start = threadMs()
    yardstick()
    return threadMs() - start
  })
  return Math.max(1, Math.min(...times) / usualMs)
}

function yardstick() {
  let hash = 1
  for (let i = 0; i < 5_000_000; i++) hash = Math.imul(hash ^ i, 16_777_619)
  return hash
}
