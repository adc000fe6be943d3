import { setTimeout as delay } from 'node:timers/promises'
import { threadMs } from './processor-time.ts'

/**
 * Returns the most processor time, in milliseconds, that this process takes in one piece while it does some work, in which
 * it serves nobody else; to the millisecond, because a look after every turn would keep the processor busy while the work waits. It
 * hardly depends on what else the machine does.
 */
export async function longestTurnMs(work: () => unknown): Promise<number> {
  let longest = 0
  let isDone = false
  let before = threadMs()
  const measure = () => {
    longest = Math.max(longest, threadMs() - before)
    before = threadMs()
    if (!isDone) setTimeout(measure, 1)
  }
  measure()
  await delay(1)
  longest = 0
  before = threadMs()
  await work()
  isDone = true
  measure()
  return longest
}
