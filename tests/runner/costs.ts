import { readFile, stat, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Result } from './queue.ts'

/** By file and test, what the last whole run took, in seconds of processor time. */
type Costs = Record<string, Record<string, number>>
/** By file, the tests that are left out, as "suite: title". */
export type LeftOut = Record<string, string[] | 'all'>

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const measuredPath = pathOf('.test-costs.json')
/** The tests that are left out where no whole run has been measured. */
const dearPath = pathOf('tests/dear-tests.json')

/** How long `--quick` may take, without starting PostgreSQL and compiling the server. */
const quickSeconds = 50

/**
 * Returns the tests that `--quick` leaves out: the dearest, so many that the rest stays within its time. What was
 * measured here counts until a newer list is checked out.
 */
export async function findDearTests(): Promise<LeftOut> {
  const [measured, listed] = await Promise.all([measuredPath, dearPath].map(readChangedAt))
  const costs = (measured ?? 0) > (listed ?? 0) ? await readJson<Costs>(measuredPath) : undefined
  return costs ? dearestOf(costs) : ((await readJson<LeftOut>(dearPath)) ?? {})
}

/**
 * Keeps what a whole run took, and writes the list for other machines if UPDATE_DEAR_TESTS is set.
 *
 * @param postgresSeconds the processor time of PostgreSQL, of which each test has its share
 */
export async function keepCosts(results: readonly Result[], postgresSeconds: number): Promise<void> {
  const own = results.reduce((sum, { cost }) => sum + cost, 0)
  if (own === 0) return // there is no /proc
  const costs = Object.fromEntries(results.map((result) => [result.name, costsOf(result, 1 + postgresSeconds / own)]))
  if (process.env.UPDATE_DEAR_TESTS) await writeFile(dearPath, `${JSON.stringify(dearestOf(costs), null, 2)}\n`)
  await writeFile(measuredPath, JSON.stringify(costs))
}

/**
 * What each test of a file cost: its share of the file's processor time, which hardly grows on a busy machine. One that
 * waits holds up a process; only then does it take ten times as long as the processor.
 */
function costsOf({ cost, tests }: Result, factor: number): Costs[string] {
  const all = Object.values(tests).reduce((sum, seconds) => sum + seconds, 0)
  const costOf = (seconds: number) => Math.max((factor * cost * seconds) / all, seconds / 10)
  return Object.fromEntries(Object.entries(tests).map(([title, seconds]) => [title, costOf(seconds)]))
}

function dearestOf(costs: Costs): LeftOut {
  const all = Object.entries(costs).flatMap(([file, tests]) =>
    Object.entries(tests).map(([title, cost]) => ({ file, title, cost })),
  )
  let left = all.reduce((sum, { cost }) => sum + cost, 0) - quickSeconds * availableParallelism()
  const dearest: Record<string, string[]> = {}
  for (const { file, title, cost } of all.sort((a, b) => b.cost - a.cost)) {
    if (left <= 0) break
    left -= cost
    dearest[file] = [...(dearest[file] ?? []), title]
  }
  const isWhole = (file: string, titles: string[]) => titles.length === Object.keys(costs[file] ?? {}).length
  return Object.fromEntries(
    Object.entries(dearest).map(([file, titles]) => [file, isWhole(file, titles) ? 'all' : titles]),
  )
}

const readChangedAt = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )

const readJson = <Content>(path: string) =>
  readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as Content,
    () => undefined,
  )
