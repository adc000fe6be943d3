import { processorMs } from './processor-time.ts'

/** Less than this, in ms, cannot be measured. A parser that takes quadratic time takes more for the longest text. */
const measurable = 15
/** For four times the length, time in proportion is 4 times as much, and quadratic time 16 times. */
export const maxGrowth = 9

/**
 * Returns how many times as long something takes for a text as for one of a quarter of its length; 0 if it takes too
 * little to tell. It does not depend on the speed of the machine. The short one is read four times, because a clock
 * that ticks every ten milliseconds does not see less. What seems to grow too much is measured again, because
 * compiling, collecting garbage and a busy machine take time, too: the least for the long text is compared with the
 * mean for the short one, of which the least would be what the clock did not see.
 */
export async function growthOf(run: (value: string) => unknown, long: string, short: string): Promise<number> {
  const fourShort = async () => {
    for (let i = 0; i < 4; i++) await run(short)
  }
  let [growth, leastLong, allShort] = [Infinity, Infinity, 0]
  for (let attempt = 1; attempt <= 10 && growth >= maxGrowth; attempt++) {
    leastLong = Math.min(leastLong, await processorMs(() => run(long)))
    if (leastLong < measurable) return 0
    allShort += await processorMs(fourShort)
    growth = (4 * leastLong) / Math.max(2, allShort / attempt)
  }
  return growth
}
