import os from 'node:os'
import type { Figures, Outcome } from './measure.ts'

/** From which spread of the bare server's own rates on a ratio says little. */
const noisy = 0.25

/**
 * Says on which machine and of what was measured.
 *
 * @param sizes of the data sets, in terms
 * @param version of PostgreSQL
 * @param load load average of the minute before
 */
export function describeRun(
  {
    processes,
    rounds,
    seconds,
    connections,
  }: Record<'processes' | 'rounds' | 'seconds' | 'connections', number>,
  sizes: readonly number[],
  version: string,
  load: number,
): string {
  const cores = os.cpus()
  return [
    `${cores[0]?.model.trim()}, ${cores.length} cores, Node.js ${process.versions.node}, PostgreSQL ${version},`,
    `load average ${load.toFixed(1)} before the run.`,
    `${sizes.map(toDigits).join(' and ')} terms, ${connections} connections, median of ${rounds} rounds of ${seconds} s, ${processes} processes of each server.`,
  ].join('\n')
}

export const tableHead = [
  '| operation | server | requests/s | p50 ms | p95 ms | p99 ms | ratio to bare (least–most) |',
  '|---|---|--:|--:|--:|--:|---|',
].join('\n')

/** The rows of an operation. */
export function toRows(operation: string, outcomes: readonly Outcome[]): string {
  return outcomes.map((outcome) => toRow(operation, outcome)).join('\n')
}

function toRow(operation: string, outcome: Outcome) {
  const start = `| ${operation} | ${outcome.name} |`
  if ('fault' in outcome) return `${start} – | – | – | – | ${toLine(outcome.fault)} |`
  const { rate, p50, p95, p99 } = outcome.figures
  const cells = [toDigits(Math.round(rate)), ...[p50, p95, p99].map((ms) => ms.toFixed(2))]
  return `${start} ${cells.join(' | ')} | ${toNote(outcome.name, outcome.figures)} |`
}

function toNote(name: Outcome['name'], { ratio, spread }: Figures) {
  if (name === 'bare') return `own rates ${(spread * 100).toFixed(0)} % apart`
  if (!ratio) return '–'
  return `${ratio.median.toFixed(2)} (${ratio.least.toFixed(2)}–${ratio.most.toFixed(2)})`
}

/** The head of a table of how latencies grow from one data set to a larger one. */
export function toGrowthHead(sizes: readonly number[]): string {
  const latencies = ['p50', 'p95'].flatMap((percentile) =>
    sizes.map((size) => `${percentile} ms: ${toDigits(size)} terms`),
  )
  return [
    `| operation | server | ${latencies.join(' | ')} | p95 grows by |`,
    '|---|---|--:|--:|--:|--:|--:|',
  ].join('\n')
}

/** The rows of an operation in it. */
export function toGrowthRows(operation: string, outcomes: readonly Outcome[]): string {
  const rows = (['service', 'bare'] as const).map((name) => {
    const pair = outcomes.filter((outcome) => outcome.name === name)
    return `| ${operation} | ${name} | ${toGrowth(pair)} |`
  })
  return rows.join('\n')
}

function toGrowth(pair: readonly Outcome[]) {
  const figures = pair.flatMap((outcome) => ('figures' in outcome ? outcome.figures : []))
  const [small, large] = figures
  if (small && large) {
    const latencies = [small.p50, large.p50, small.p95, large.p95, large.p95 / small.p95]
    return latencies.map((value) => value.toFixed(2)).join(' | ')
  }
  const faults = pair.flatMap((each) =>
    'fault' in each ? `${toDigits(each.size)} terms: ${toLine(each.fault)}` : [],
  )
  return `– | – | – | – | ${faults.join('; ')}`
}

const toLine = (text: string) => text.replace(/[|\s]+/g, ' ')

const toDigits = (count: number) => count.toLocaleString('en')

/** Whether the machine did too much else: then even the bare server is not as quick as itself. */
export function isNoisy(outcomes: readonly Outcome[]): boolean {
  return outcomes.some(
    (outcome) => outcome.name === 'bare' && 'figures' in outcome && outcome.figures.spread > noisy,
  )
}

/**
 * Says what the figures are worth.
 *
 * @param noisyOnes names of the operations that met too much noise
 */
export function judge(noisyOnes: readonly string[], rounds: number): string {
  if (rounds < 3) return 'Too few rounds to tell how quiet the machine was.'
  if (noisyOnes.length === 0) return 'The machine was quiet enough to judge.'
  return `Too noisy to judge: ${noisyOnes.join(', ')}. There the bare server's own rates lie more than ${noisy * 100} % apart; measure again on a quieter machine.`
}
