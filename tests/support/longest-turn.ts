import { setTimeout as delay } from 'node:timers/promises'
import { threadMs } from './processor-time.ts'

/**
 * Returns the most processor time, in milliseconds, that this process takes in one piece while it does some work, in
 * which it serves nobody else; to the millisecond, because a look after every turn would keep the processor busy while
 * the work waits. It hardly depends on what else the machine does.
 */
export const longestTurnMs = async (work: () => unknown): Promise<number> => (await turnsOf(work)).longestMs

/**
 * Returns the share of its processor time that some work takes in one piece: 1 if nobody else is served before it ends.
 * It does not depend on the speed of the machine. What is above a limit is measured again, at most six times, because
 * collecting garbage is one piece, too.
 */
export async function longestShare(limit: number, work: () => unknown): Promise<number> {
  let least = 1
  for (let attempt = 0; attempt < 6 && least >= limit; attempt++) {
    const { longestMs, allMs } = await turnsOf(work)
    least = Math.min(least, longestMs / allMs)
  }
  return least
}

async function turnsOf(work: () => unknown) {
  let longestMs = 0
  let isDone = false
  let before = threadMs()
  const measure = () => {
    longestMs = Math.max(longestMs, threadMs() - before)
    before = threadMs()
    if (!isDone) setTimeout(measure, 1)
  }
  measure()
  await delay(1)
  longestMs = 0
  before = threadMs()
  const start = before
  await work()
  isDone = true
  measure()
  return { longestMs, allMs: threadMs() - start }
}
