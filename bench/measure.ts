import { createHistogram } from 'node:perf_hooks'
import { type Loaded, load, type Request } from './load.ts'
import { type Operation, pick, type Target } from './operations.ts'
import { toHeaders } from './peer.ts'

/** What came of a round: requests per second, and latencies in milliseconds. */
type Round = { rate: number; p50: number; p95: number; p99: number }

/** How an operation went on one server: medians of its rounds. */
export type Figures = Round & {
  /** its rate in a round by that of the bare server in the same round; null without the latter */
  ratio: { median: number; least: number; most: number } | null
  /** how far its own rates lie apart: greatest less least, by the median */
  spread: number
}

/** What came of an operation on one server; the fault where it could not be measured. */
export type Outcome = Pick<Target, 'name' | 'size'> & ({ figures: Figures } | { fault: string })

/** How long, in seconds, a process is asked before it is measured: V8 compiles what is used most until then. */
const warmUp = 2

type Run = {
  target: Target
  operation: Operation
  next: () => Request | undefined
  /** what came of each part of each round */
  parts: Loaded[][]
  fault?: string
}

/**
 * Measures an operation on all targets, round by round in turn, so that whatever else the machine does
 * meets all of them alike. A round asks the processes of a target in turn, for a part of the time each, and who
 * begins changes from one to the next. A server that does not answer as it should has a fault instead of figures.
 *
 * @param name of the operation
 */
export async function measure(
  name: string,
  targets: readonly Target[],
  { rounds, seconds, connections }: { rounds: number; seconds: number; connections: number },
): Promise<Outcome[]> {
  const runs = targets.map((target): Run => {
    const operation = target.operations.find((each) => each.name === name)
    if (!operation) throw new Error(`no such operation: ${name}`)
    let number = 0
    return { target, operation, next: () => operation.request(target, number++), parts: [] }
  })
  const send = ({ operation, next }: Run, url: string, duration: number) =>
    load(url, next, operation.status, { seconds: duration, connections })

  for (const run of runs) {
    await attempt(run, async () => {
      for (const url of run.target.urls) {
        await probe(run, url)
        await send(run, url, warmUp)
      }
    })
  }
  const turns = Math.max(...targets.map(({ urls }) => urls.length))
  for (let round = 0; round < rounds; round++) {
    for (const run of runs) run.parts.push([])
    for (let turn = 0; turn < turns; turn++) {
      for (const run of (round + turn) % 2 === 0 ? runs : runs.toReversed()) {
        const url = pick(run.target.urls, turn)
        await attempt(run, async () => {
          run.parts[round]?.push(await send(run, url, seconds / turns))
        })
      }
    }
  }
  return runs.map((run) => summarise(run, bareBeside(run, runs)))
}

/** The bare server on the same data set. */
const bareBeside = ({ target: { size } }: Run, runs: readonly Run[]) =>
  runs.find(({ target }) => target.name === 'bare' && target.size === size)

async function attempt(run: Run, work: () => Promise<unknown>) {
  if (run.fault) return
  try {
    await work()
  } catch (error) {
    run.fault = error instanceof Error ? error.message : String(error)
  }
}

/** Looks into one answer: what is quick because it holds nothing is not worth measuring. */
async function probe({ operation: { terms }, target, next }: Run, url: string) {
  const request = next()
  if (!request) return
  const { method, path, header, body } = request
  const headers = { ...toHeaders(header), ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(url + path, { method, headers, body })
  const found = (await response.text()).match(/"created_at"|"status_meaning"|^## /gm)?.length ?? 0
  if (found < terms) {
    throw new Error(`${target.name} ${path}: ${response.status} with ${found} terms, not ${terms}`)
  }
}

/** A round of its parts; null where there was nothing left to send. */
function toRound(parts: readonly Loaded[]): Round | null {
  const latencies = createHistogram()
  let seconds = 0
  for (const part of parts.filter(({ count }) => count > 0)) {
    latencies.add(part.latencies)
    seconds += part.seconds
  }
  if (latencies.count === 0) return null
  const at = (percentile: number) => latencies.percentile(percentile) / 1000
  return { rate: latencies.count / seconds, p50: at(50), p95: at(95), p99: at(99) }
}

function summarise({ target, parts, fault }: Run, bare: Run | undefined): Outcome {
  const rounds = parts.map(toRound)
  const done = rounds.filter((round) => round !== null)
  const { name, size } = target
  if (fault || done.length === 0) return { name, size, fault: fault ?? 'nothing to send' }
  const medianOf = (key: keyof Round) => median(done.map((round) => round[key]))
  const rates = done.map(({ rate }) => rate)
  const bareRounds = bare && !bare.fault ? bare.parts.map(toRound) : []
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
      ratio: known.length > 0 ? spanOf(known) : null,
      spread: (Math.max(...rates) - Math.min(...rates)) / rate,
    },
  }
}

const spanOf = (values: readonly number[]) => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
})

/** The middle one; of an even number the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = Number.NaN, high = low] = sorted.slice(
    (sorted.length - 1) >> 1,
    (sorted.length >> 1) + 1,
  )
  return (low + high) / 2
}
