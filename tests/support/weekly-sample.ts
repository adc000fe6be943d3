import { generator } from './random.ts'

/** Whether everything that is generated is tried, as before a release, and not a fifth. */
export const isWhole = process.env.TEST_WHOLE === 'true'

const weekMs = 7 * 24 * 60 * 60 * 1000
/** The seed of what is generated. TEST_WEEK=n repeats that of a week. */
export const week = Number(process.env.TEST_WEEK || Math.floor(Date.now() / weekMs))

/** Returns a fifth of some items, rounded up and in their order: others each week. */
export function weeklySample<Item>(items: readonly Item[]): Item[] {
  if (isWhole) return [...items]
  const random = generator(week)
  const drawn = items.map((item, index) => ({ item, index, order: random() })).sort((a, b) => a.order - b.order)
  const sample = drawn.slice(0, Math.ceil(items.length / 5)).sort((a, b) => a.index - b.index)
  return sample.map(({ item }) => item)
}
