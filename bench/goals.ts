import type { Outcome } from './measure.ts'

const minRatios: readonly [operation: RegExp, ratio: number][] = [
  [/^health$/, 0.35],
  [/^get by one person$/, 0.3],
  [/^(get|search|export)\b/, 0.6],
  [/^(list|vote)\b/, 0.7],
]
/** Processor time of Node.js and PostgreSQL together, divided by that of the bare server. */
const maxCosts: readonly [operation: RegExp, cost: number][] = [
  [/^(get|search|export)\b/, 2],
  [/^list\b/, 1.5],
]
const maxGrowths: readonly [operation: RegExp, growth: number][] = [
  [/^(get|list|search (exact|prefix|typo))\b/, 1.5],
  [/^search\b.* words?$/, 10],
]
/** p99 divided by p50. */
const maxTail = 5
/** Resident memory of a process of the service after the run, in MB. */
export const maxMemoryMb = 170

const find = (goals: typeof minRatios, operation: string) => goals.find(([pattern]) => pattern.test(operation))?.[1]

/** The smallest acceptable ratio to the bare server, if the operation has a goal. */
export const findMinRatio = (operation: string) => find(minRatios, operation)

/** The greatest acceptable processor time of a request beside that of the bare server, if the operation has a goal. */
export const findMaxCost = (operation: string) => find(maxCosts, operation)

/** The greatest acceptable growth of p95 from the small data set to the large one, if the operation has a goal. */
export const findMaxGrowth = (operation: string) => find(maxGrowths, operation)

/** Lists the goals that the service misses in an operation on one data set. */
export function findMissedGoals(operation: string, outcomes: readonly Outcome[]): string[] {
  const missed: string[] = []
  const service = outcomes.find(({ name }) => name === 'service')
  if (!service || 'error' in service) return [`${operation}: not measured`]
  const { ratio, cost, p50, p99 } = service.figures
  const minRatio = findMinRatio(operation)
  if (minRatio !== undefined && ratio && ratio.median < minRatio) {
    missed.push(`${operation}: ratio ${ratio.median.toFixed(2)}, goal ${minRatio.toFixed(2)}`)
  }
  const maxCost = findMaxCost(operation)
  if (maxCost !== undefined && cost !== null && cost > maxCost) {
    missed.push(`${operation}: ${cost.toFixed(2)} times the processor time, goal ${maxCost}`)
  }
  if (p99 > maxTail * p50) {
    missed.push(`${operation}: p99 is ${(p99 / p50).toFixed(1)} times p50, goal ${maxTail}`)
  }
  return missed
}

/** Lists the goal that the service misses when the data set grows. */
export function findMissedGrowth(operation: string, outcomes: readonly Outcome[]): string[] {
  const [small, large] = outcomes.filter(({ name }) => name === 'service')
  if (!small || !large || 'error' in small || 'error' in large) return [`${operation}: not measured`]
  const maxGrowth = findMaxGrowth(operation)
  const growth = large.figures.p95 / small.figures.p95
  if (maxGrowth === undefined || growth <= maxGrowth) return []
  return [`${operation}: p95 grows ${growth.toFixed(2)} times, goal ${maxGrowth}`]
}
