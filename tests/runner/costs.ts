import { readFile, stat, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Result } from './queue.ts'

/** By file and test, what the last whole run took, in seconds of processor time. */
type Costs = Record<string, Record<string, number>>

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const measuredPath = pathOf('.test-costs.json')
/** The files that are left out where no whole run has been measured. */
const dearPath = pathOf('tests/dear-files.json')

/** How long `--quick` may take, without starting PostgreSQL and compiling the server. */
const quickSeconds = 45

/**
 * Returns the files that `--quick` leaves out: those whose tests are the dearest, so many that the rest stays within
 * its time. What was measured here counts until a newer list is checked out.
 */
export async function findDearFiles(): Promise<string[]> {
  const [measured, listed] = await Promise.all([measuredPath, dearPath].map(readChangedAt))
  const costs = (measured ?? 0) > (listed ?? 0) ? await readJson<Costs>(measuredPath) : undefined
  return costs ? dearestOf(costs) : ((await readJson<string[]>(dearPath)) ?? [])
}

/**
 * Keeps what a whole run took, and writes the list for other machines if UPDATE_DEAR_FILES is set.
 *
 * @param postgresSeconds the processor time of PostgreSQL, of which each test has its share
 */
export async function keepCosts(results: readonly Result[], postgresSeconds: number): Promise<void> {
  const own = results.reduce((sum, { cost }) => sum + cost, 0)
  if (own === 0) return // there is no /proc
  const costs = Object.fromEntries(results.map((result) => [result.name, costsOf(result, 1 + postgresSeconds / own)]))
  if (process.env.UPDATE_DEAR_FILES) await writeFile(dearPath, `${JSON.stringify(dearestOf(costs), null, 2)}\n`)
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

/** Whole files, because loading one costs as much as several tests, and some tests build on those before them. */
function dearestOf(costs: Costs): string[] {
  const files = Object.entries(costs).map(([file, tests]) => {
    const each = Object.values(tests)
    const cost = each.reduce((sum, one) => sum + one, 0)
    return { file, cost, mean: cost / Math.max(each.length, 1) }
  })
  let left = files.reduce((sum, { cost }) => sum + cost, 0) - quickSeconds * availableParallelism()
  const dearest: string[] = []
  for (const { file, cost } of files.sort((a, b) => b.mean - a.mean)) {
    if (left <= 0) break
    left -= cost
    dearest.push(file)
  }
  return dearest.sort()
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
