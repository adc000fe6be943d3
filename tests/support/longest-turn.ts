import { setTimeout as delay } from 'node:timers/promises'

/**
 * Returns the most processor time, in milliseconds, that this process takes in one piece while it does some work, in which
 * it serves nobody else. It hardly depends on what else the machine does.
 */
export async function longestTurnMs(work: () => unknown): Promise<number> {
  let longest = 0
  let isDone = false
  let before = process.cpuUsage()
  const measure = () => {
    longest = Math.max(longest, process.cpuUsage(before).user / 1000)
    before = process.cpuUsage()
    if (!isDone) setImmediate(measure)
  }
  setImmediate(measure)
  await delay(1)
  longest = 0
  before = process.cpuUsage()
  await work()
  isDone = true
  measure()
  return longest
}
