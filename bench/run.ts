import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findMissedGoals, findMissedGrowth, maxMemoryMb } from './goals.ts'
import { measure, type Outcome } from './measure.ts'
import type { Target } from './operations.ts'
import { openPeer } from './peer.ts'
import {
  describeRun,
  isNoisy,
  maxAttempts,
  tableHead,
  toGrowthHead,
  toGrowthRows,
  toRows,
  toVerdict,
} from './report.ts'
import { createResources } from './resources.ts'
import { type Benchmark, setUpBenchmark } from './setup.ts'

const help = `npm run bench -- [OPTIONS]

Compares the service to a bare node:http + postgres.js server, which gives the same answers with the plainest
statements and does nothing else, and prints a Markdown table. Starts its own PostgreSQL, unless BENCH_DATABASE_URL names a server: there it
creates a database for each data set, as a superuser, and drops it afterwards.

  --terms N            number of terms in the data set, at least 2000 (default 10000)
  --larger N           also store a larger data set of N terms, and report how p95 grows; not with --peer
  --processes N        number of processes of each server, which share every round (default 3)
  --rounds N           number of rounds, of which the median counts (default 5)
  --seconds S          length of a round (default 3)
  --connections N      number of concurrent requests (default 16)
  --idle S             how long the service is idle before its memory is measured (default 45)
  --only PATTERN       measure only operations whose name matches this regular expression
  --peer URL           also measure another server with the same paths. If it has no terms, it gets the
                       data set through its API; in any case, terms and votes are added to it
  --peer-header 'K: V' header for every request to the peer; if given several times, each is the
                       credential of another user
  --help               show this text`

const print = (line: string) => process.stdout.write(`${line}\n`)
const printProgress = (line: string) => process.stderr.write(`${line}\n`)

const resources = createResources()
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    isStopping = true
    await resources.close()
    process.exit(130)
  })
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) print(help)
  else await run(options)
} catch (error) {
  if (!isStopping) printProgress(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await resources.close()
}

type Options = ReturnType<typeof readOptions>

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      terms: { type: 'string', default: '10000' },
      larger: { type: 'string' },
      processes: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '16' },
      idle: { type: 'string', default: '45' },
      only: { type: 'string', default: '' },
      peer: { type: 'string' },
      'peer-header': { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  type NumberOption = 'terms' | 'larger' | 'processes' | 'rounds' | 'seconds' | 'idle' | 'connections'
  const number = (name: NumberOption, min: number) => {
    const value = Number(values[name])
    if (value >= min && (name === 'seconds' || Number.isInteger(value))) return value
    throw new Error(`--${name} must be a number of at least ${min}`)
  }
  if (values.peer && !/^http:\/\/[^/]+\/?$/.test(values.peer)) {
    throw new Error('--peer must be http://HOST:PORT')
  }
  const isGrowth = values.larger !== undefined
  if (values.peer && isGrowth) throw new Error('--larger and --peer exclude each other')
  const terms = number('terms', 2000)
  return {
    sizes: isGrowth ? [terms, number('larger', terms + 1)] : [terms],
    processes: number('processes', 1),
    rounds: number('rounds', 1),
    seconds: number('seconds', 0.1),
    idle: number('idle', 0),
    connections: number('connections', 1),
    only: new RegExp(values.only, 'i'),
    peer: values.peer?.replace(/\/$/, ''),
    peerHeaders: values['peer-header'],
    help: values.help,
  }
}

async function run(options: Options) {
  const load = loadavg()[0] ?? 0
  const benchmarks: Benchmark[] = []
  const memoryAtStart: (number | null)[] = []
  for (const size of options.sizes) {
    const started = performance.now()
    const benchmark = await setUpBenchmark(resources, size, options.processes)
    benchmarks.push(benchmark)
    memoryAtStart.push(await measureMemory(benchmark))
    printProgress(`${size} terms stored after ${Math.round((performance.now() - started) / 1000)} s`)
  }
  const targets = benchmarks.flatMap((benchmark) => benchmark.targets)
  const [first] = targets
  if (!first) return
  const chosen = first.operations.filter(({ name }) => options.only.test(name))
  if (chosen.length === 0) throw new Error('--only matches no operation')
  if (options.peer) targets.push(await openPeer(options.peer, options.peerHeaders, first))

  await delay(options.idle * 1000)
  const memory = [memoryAtStart, await Promise.all(benchmarks.map(measureMemory))]
  const isGrowth = benchmarks.length > 1
  print(`${describeRun(options, options.sizes, benchmarks[0]?.version ?? '', load)}\n`)
  print(isGrowth ? toGrowthHead(options.sizes) : tableHead)
  const missed: string[] = []
  const noisy: string[] = []
  for (const { name } of chosen) {
    const outcomes = await measureUntilQuiet(name, targets, options)
    if (isStopping) return
    print((isGrowth ? toGrowthRows : toRows)(name, outcomes))
    if (isNoisy(outcomes, options.rounds)) noisy.push(name)
    else missed.push(...(isGrowth ? findMissedGrowth : findMissedGoals)(name, outcomes))
    if (outcomes.some((outcome) => 'error' in outcome && outcome.name !== 'peer')) {
      process.exitCode = 1
    }
  }
  if (noisy.length > 0) process.exitCode = 1
  const memoryAfter = await Promise.all(benchmarks.map(measureMemory))
  memory.push(memoryAfter)
  const mostMb = Math.max(...memoryAfter.map((megabytes) => megabytes ?? 0))
  if (mostMb > maxMemoryMb) missed.push(`memory: ${mostMb} MB after the run, goal ${maxMemoryMb}`)
  print(`\n${toVerdict(missed, noisy, options.rounds)}`)
  benchmarks.forEach(({ size, services }, index) => {
    const [started, idle, used] = memory.map((megabytes) => megabytes[index] ?? 'unknown')
    const startMs = Math.max(...services.map((service) => service.startMs))
    print(`The slowest and largest process of the service with ${size.toLocaleString('en')} terms:`)
    print(`${(startMs / 1000).toFixed(2)} s from start to first response,`)
    print(`${started} MB resident memory then, ${idle} MB idle, ${used} MB after the run.`)
  })
}

/** Measures an operation, and again while the machine is too noisy to judge it. */
async function measureUntilQuiet(name: string, targets: readonly Target[], options: Options) {
  let outcomes: Outcome[] = []
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    outcomes = await measure(name, targets, options)
    if (isStopping || !isNoisy(outcomes, options.rounds)) break
    printProgress(`${name}: too noisy, attempt ${attempt} of ${maxAttempts}`)
  }
  return outcomes
}

/** Returns the memory of the largest process of the service, or null if the platform does not tell. */
async function measureMemory({ services }: Benchmark) {
  const sizes = await Promise.all(services.map((service) => service.measureMemory()))
  return sizes.reduce((max, size) => (size !== null && size > (max ?? 0) ? size : max), null)
}
