import { isWhole, week } from '../support/weekly-sample.ts'
import { kinds } from './files.ts'
import type { Result } from './queue.ts'

type Amounts = Pick<Result, 'total' | 'passed' | 'skipped' | 'cost'>

/**
 * Writes where the time went, the slowest files and the totals, as uvu does. Returns whether all tests passed.
 *
 * @param postgresSeconds the processor time of PostgreSQL
 */
export function report(results: readonly Result[], postgresSeconds: number): boolean {
  const write = (line = '') => process.stdout.write(`${line}\n`)
  const all = sum(results)
  write('The ten slowest files, with their processor time (without PostgreSQL):')
  const slowest = [...results].sort((a, b) => b.seconds - a.seconds).slice(0, Number(process.env.SLOWEST ?? 10))
  for (const { name, seconds, cost } of slowest) write(`${inSeconds(seconds)}${inSeconds(cost)}  ${name}`)
  write('\nThe processor time of files with:')
  for (const kind of kinds) {
    const part = sum(results.filter((result) => result.kind === kind))
    const percent = Math.round((100 * part.cost) / (all.cost || 1))
    write(`${inSeconds(part.cost)}  ${percent} %  ${kind}, ${part.total} tests`)
  }
  write(`${inSeconds(postgresSeconds)}        PostgreSQL`)
  write(
    `\n${isWhole ? 'Everything that is generated was tried' : 'A fifth of what is generated was tried'}: TEST_WEEK=${week}`,
  )
  write(`\n  Total:     ${all.total}`)
  write(`  Passed:    ${all.passed}`)
  write(`  Skipped:   ${all.skipped}`)
  write(`  Duration:  ${process.uptime().toFixed(1)}s\n`)
  for (const { name, total, passed, wasAlone } of results) {
    if (passed < total) write(`FAILED: ${name}`)
    else if (wasAlone) write(`FAILED beside other files, PASSED alone: ${name}`)
  }
  return all.passed === all.total
}

const inSeconds = (value: number) => `${value.toFixed(1)} s`.padStart(10)

function sum(results: readonly Result[]): Amounts {
  const none = { total: 0, passed: 0, skipped: 0, cost: 0 }
  return results.reduce(
    (so, { total, passed, skipped, cost }) => ({
      total: so.total + total,
      passed: so.passed + passed,
      skipped: so.skipped + skipped,
      cost: so.cost + cost,
    }),
    none,
  )
}
