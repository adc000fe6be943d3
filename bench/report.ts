import os from 'node:os'
import { findMaxCost, findMaxGrowth, findMinRatio } from './goals.ts'
import type { Figures, Outcome } from './measure.ts'

/** If the bare server's own rates differ by more, a ratio says little, and the operation is measured again. */
const maxSpread = 0.25
/** How often an operation is measured while the machine is too noisy. */
export const maxAttempts = 3
/** Fewer rounds do not tell how noisy the machine is. */
const minRounds = 3

/**
 * Describes the machine and the run.
 *
 * @param sizes numbers of terms in the data sets
 * @param version version of PostgreSQL
 * @param load load average of the last minute
 */
export function describeRun(
  { processes, rounds, seconds, connections }: Record<'processes' | 'rounds' | 'seconds' | 'connections', number>,
  sizes: readonly number[],
  version: string,
  load: number,
): string {
  const cores = os.cpus()
  return [
    `${cores[0]?.model.trim()}, ${cores.length} cores, Node.js ${process.versions.node}, PostgreSQL ${version},`,
    `load average ${load.toFixed(1)} before the run.`,
    `${sizes.map(formatCount).join(' and ')} terms, ${connections} connections, median of ${rounds} rounds of ${seconds} s, ${processes} processes of each server.`,
  ].join('\n')
}

export const tableHead = [
  '| operation | server | requests/s | p50 ms | p95 ms | p99 ms | ratio to bare (min–max) | goal | ms of Node.js | ms of PostgreSQL | times bare | goal |',
  '|---|---|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|',
].join('\n')

/** Formats the rows of an operation. */
export function toRows(operation: string, outcomes: readonly Outcome[]): string {
  return outcomes.map((outcome) => toRow(operation, outcome)).join('\n')
}

function toRow(operation: string, outcome: Outcome) {
  const start = `| ${operation} | ${outcome.name} |`
  if ('error' in outcome) return `${start} – | – | – | – | ${toLine(outcome.error)} | | | | | |`
  const { rate, p50, p95, p99, node, postgres, cost } = outcome.figures
  const isService = outcome.name === 'service'
  const cells = [
    formatCount(Math.round(rate)),
    ...[p50, p95, p99].map((ms) => ms.toFixed(2)),
    formatRatio(outcome.name, outcome.figures),
    isService ? (findMinRatio(operation)?.toFixed(2) ?? '–') : '',
    ...[node, postgres].map((ms) => (Number.isNaN(ms) ? '–' : ms.toFixed(3))),
    isService ? (cost?.toFixed(2) ?? '–') : '',
    isService ? (findMaxCost(operation)?.toFixed(1) ?? '–') : '',
  ]
  return `${start} ${cells.join(' | ')} |`
}

function formatRatio(name: Outcome['name'], { ratio, spread }: Figures) {
  if (name === 'bare') return `own rates differ by ${(spread * 100).toFixed(0)} %`
  if (!ratio) return '–'
  return `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`
}

/** Formats the head of a table that compares latencies between two data sets. */
export function toGrowthHead(sizes: readonly number[]): string {
  const latencies = ['p50', 'p95'].flatMap((percentile) =>
    sizes.map((size) => `${percentile} ms: ${formatCount(size)} terms`),
  )
  return [
    `| operation | server | ${latencies.join(' | ')} | p95 grows by | goal |`,
    '|---|---|--:|--:|--:|--:|--:|--:|',
  ].join('\n')
}

/** Formats the rows of an operation in that table. */
export function toGrowthRows(operation: string, outcomes: readonly Outcome[]): string {
  const rows = (['service', 'bare'] as const).map((name) => {
    const pair = outcomes.filter((outcome) => outcome.name === name)
    const goal = name === 'service' ? (findMaxGrowth(operation)?.toFixed(1) ?? '–') : ''
    return `| ${operation} | ${name} | ${formatGrowth(pair)} | ${goal} |`
  })
  return rows.join('\n')
}

function formatGrowth(pair: readonly Outcome[]) {
  const figures = pair.flatMap((outcome) => ('figures' in outcome ? outcome.figures : []))
  const [small, large] = figures
  if (small && large) {
    const latencies = [small.p50, large.p50, small.p95, large.p95, large.p95 / small.p95]
    return latencies.map((value) => value.toFixed(2)).join(' | ')
  }
  const errors = pair.flatMap((each) =>
    'error' in each ? `${formatCount(each.size)} terms: ${toLine(each.error)}` : [],
  )
  return `– | – | – | – | ${errors.join('; ')}`
}

const toLine = (text: string) => text.replace(/[|\s]+/g, ' ')

const formatCount = (count: number) => count.toLocaleString('en')

/** Whether other load on the machine made the figures unreliable: then even the bare server's rates vary. */
export function isNoisy(outcomes: readonly Outcome[], rounds: number): boolean {
  if (rounds < minRounds) return false
  return outcomes.some(
    (outcome) => outcome.name === 'bare' && 'figures' in outcome && outcome.figures.spread > maxSpread,
  )
}

/** Says which goals were missed, and how reliable the figures are. */
export function toVerdict(missed: readonly string[], noisy: readonly string[], rounds: number) {
  const lines = missed.length === 0 ? ['All goals are met.'] : ['Missed goals:', ...missed.map((goal) => `- ${goal}`)]
  if (rounds < minRounds) lines.push('Too few rounds to tell how noisy the machine was.')
  if (noisy.length > 0) {
    lines.push(
      `FAILED: too noisy to judge, though measured ${maxAttempts} times: ${noisy.join(', ')}. The bare server's own rates differ by more than ${maxSpread * 100} %; measure again on a quieter machine.`,
    )
  }
  return lines.join('\n')
}
