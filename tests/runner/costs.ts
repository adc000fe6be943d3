import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Result } from './queue.ts'

/** What the last whole run took: the seconds of each test by its file, and the processor time of all. */
type Costs = { processorSeconds: number; files: Record<string, Result['tests']> }
/** By file. */
type LeftOut = Record<string, string[]>

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const measuredPath = pathOf('.test-costs.json')
/** The tests that are left out where no whole run has been measured. */
const dearPath = pathOf('tests/dear-tests.json')

/** How long `--quick` may take, without starting PostgreSQL and compiling the server. */
const quickSeconds = 50

/** Returns the tests that `--quick` leaves out: the dearest, so many that the rest stays within its time. */
export async function findDearTests(): Promise<LeftOut> {
  const measured = await readJson<Costs>(measuredPath)
  return measured?.processorSeconds ? dearestOf(measured) : ((await readJson<LeftOut>(dearPath)) ?? {})
}

/** Keeps what a whole run took, and writes the list for other machines if UPDATE_DEAR_TESTS is set. */
export async function keepCosts(results: readonly Result[], processorSeconds: number): Promise<void> {
  const files = Object.fromEntries(results.map(({ name, tests }) => [name, tests]))
  await writeFile(measuredPath, JSON.stringify({ processorSeconds, files }))
  const dearest = dearestOf({ processorSeconds, files })
  if (process.env.UPDATE_DEAR_TESTS) await writeFile(dearPath, `${JSON.stringify(dearest, null, 2)}\n`)
}

/** A busy machine takes longer for every test, but hardly more processor time, of which each has its share. */
function dearestOf({ processorSeconds, files }: Costs): LeftOut {
  const all = Object.entries(files).flatMap(([file, tests]) =>
    Object.entries(tests).map(([title, seconds]) => ({ file, title, seconds })),
  )
  const sum = all.reduce((so, { seconds }) => so + seconds, 0)
  const share = quickSeconds * availableParallelism() * (sum / processorSeconds)
  let left = sum - share
  const dearest: LeftOut = {}
  for (const { file, title, seconds } of all.sort((a, b) => b.seconds - a.seconds)) {
    if (left <= 0) break
    left -= seconds
    dearest[file] = [...(dearest[file] ?? []), title]
  }
  return dearest
}

const readJson = <Content>(path: string) =>
  readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as Content,
    () => undefined,
  )
