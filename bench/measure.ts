import { createHistogram } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { type LoadResult, load, type Request } from './load.ts'
import { type Operation, pick, type Target } from './operations.ts'
import { toHeaders } from './peer.ts'
import { type ProcessorTime, readProcessorTime } from './processor-time.ts'

/** The result of a round: requests per second, and latencies and the processor time of a request in milliseconds. */
type Round = { rate: number; p50: number; p95: number; p99: number; node: number; postgres: number }

/** The result of an operation on one server: medians of its rounds. */
export type Figures = Round & {
  /** its rate divided by that of the bare server in the same round; null without a bare server */
  ratio: { median: number; min: number; max: number } | null
  /** its processor time, with that of PostgreSQL, divided by that of the bare server; null if either is unknown */
  cost: number | null
  /** the difference between its highest and lowest rate, divided by the median */
  spread: number
}

/** The result of an operation on one server, or why it could not be measured. */
export type Outcome = Pick<Target, 'name' | 'size'> & ({ figures: Figures } | { error: string })

/** Load on each process before it is measured, so that V8 has optimised it by then. */
const warmUpSeconds = 2

/** How long a server may miss terms while it loads the names for "explain": a million take half a minute. */
const namesWaitSeconds = 120

type Part = LoadResult & { used: ProcessorTime }

type Run = {
  target: Target
  operation: Operation
  next: () => Request | undefined
  /** the results of each round, one for each process */
  parts: Part[][]
  error?: string
}

/**
 * Measures an operation on all targets. Rounds are interleaved, so that other load on the machine affects
 * all targets alike: within a round, each process of each target gets a part of the time, and the order of the
 * targets alternates. A target that gives a wrong response has an error instead of figures.
 *
 * @param name name of the operation
 */
export async function measure(
  name: string,
  targets: readonly Target[],
  { rounds, seconds, connections }: { rounds: number; seconds: number; connections: number },
): Promise<Outcome[]> {
  const runs = targets.map((target): Run => {
    const operation = target.operations.find((each) => each.name === name)
    if (!operation) throw new Error(`no such operation: ${name}`)
    const next = () => {
      const number = target.sent.get(name) ?? 0
      target.sent.set(name, number + 1)
      return operation.request(target, number)
    }
    return { target, operation, next, parts: [] }
  })
  async function send({ target, operation, next }: Run, url: string, duration: number) {
    const readUsed = () => readProcessorTime(target.pids, target.postmaster)
    const before = await readUsed()
    const result = await load(url, next, operation.status, { seconds: duration, connections })
    return { ...result, used: difference(before, await readUsed()) }
  }

  for (const run of runs) {
    await attempt(run, async () => {
      for (const url of run.target.urls) {
        await checkResponse(run, url)
        await send(run, url, warmUpSeconds)
      }
    })
  }
  const processes = Math.max(...targets.map(({ urls }) => urls.length))
  for (let round = 0; round < rounds; round++) {
    for (const run of runs) run.parts.push([])
    for (let process = 0; process < processes; process++) {
      for (const run of (round + process) % 2 === 0 ? runs : runs.toReversed()) {
        const url = pick(run.target.urls, process)
        await attempt(run, async () => {
          run.parts[round]?.push(await send(run, url, seconds / processes))
        })
      }
    }
  }
  return runs.map((run) => summarise(run, findBare(run, runs)))
}

const difference = (before: ProcessorTime | null, after: ProcessorTime | null): ProcessorTime => ({
  node: (after?.node ?? Number.NaN) - (before?.node ?? 0),
  postgres: (after?.postgres ?? Number.NaN) - (before?.postgres ?? 0),
})

/** Finds the bare server on the same data set. */
const findBare = ({ target: { size } }: Run, runs: readonly Run[]) =>
  runs.find(({ target }) => target.name === 'bare' && target.size === size)

async function attempt(run: Run, work: () => Promise<unknown>) {
  if (run.error) return
  try {
    await work()
  } catch (error) {
    run.error = error instanceof Error ? error.message : String(error)
  }
}

/** Checks that a response contains terms: an empty one is fast, but proves nothing. */
async function checkResponse({ operation: { minTerms }, target, next }: Run, url: string) {
  const request = next()
  if (!request) return
  const { method, path, header, body } = request
  const headers = { ...toHeaders(header), ...(body && { 'content-type': 'application/json' }) }
  for (let wait = 0; ; wait++) {
    const response = await fetch(url + path, { method, headers, body })
    const found = (await response.text()).match(/"created_at"|"status_meaning"|^## /gm)?.length ?? 0
    if (found >= minTerms) return
    if (wait === namesWaitSeconds || !path.endsWith('/explain')) {
      throw new Error(`${target.name} ${path}: status ${response.status} with ${found} terms, expected ${minTerms}`)
    }
    await setTimeout(1000)
  }
}

/** Adds up the parts of a round. Returns null if there were no requests left to send. */
function toRound(parts: readonly Part[]): Round | null {
  const latencies = createHistogram()
  const sum = { seconds: 0, node: 0, postgres: 0 }
  for (const part of parts.filter(({ count }) => count > 0)) {
    latencies.add(part.latencies)
    sum.seconds += part.seconds
    sum.node += part.used.node
    sum.postgres += part.used.postgres
  }
  const { count } = latencies
  if (count === 0) return null
  const at = (percentile: number) => latencies.percentile(percentile) / 1000
  return {
    rate: count / sum.seconds,
    p50: at(50),
    p95: at(95),
    p99: at(99),
    node: sum.node / count,
    postgres: sum.postgres / count,
  }
}

function summarise({ target, parts, error }: Run, bare: Run | undefined): Outcome {
  const rounds = parts.map(toRound)
  const done = rounds.filter((round) => round !== null)
  const { name, size } = target
  if (error || done.length === 0) return { name, size, error: error ?? 'nothing to send' }
  const medianOf = (key: keyof Round) => median(done.map((round) => round[key]))
  const rates = done.map(({ rate }) => rate)
  const bareRounds = bare && !bare.error ? bare.parts.map(toRound) : []
  const costs = rounds.map((round, index) => costOf(round) / costOf(bareRounds[index]))
  const knownCosts = costs.filter(Number.isFinite)
  const ratios = rounds.map((round, index) => (round?.rate ?? 0) / (bareRounds[index]?.rate ?? 0))
  const known = ratios.filter((ratio) => ratio > 0 && Number.isFinite(ratio))
  const rate = medianOf('rate')
  return {
    name,
    size,
    figures: {
      rate,
      p50: medianOf('p50'),
      p95: medianOf('p95'),
      p99: medianOf('p99'),
      node: medianOf('node'),
      postgres: medianOf('postgres'),
      ratio: known.length > 0 ? rangeOf(known) : null,
      cost: knownCosts.length > 0 ? median(knownCosts) : null,
      spread: (Math.max(...rates) - Math.min(...rates)) / rate,
    },
  }
}

const costOf = (round: Round | null | undefined) => (round?.node ?? Number.NaN) + (round?.postgres ?? Number.NaN)

const rangeOf = (values: readonly number[]) => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
})

/** The middle of some values, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = Number.NaN, high = low] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return (low + high) / 2
}
