import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { measure } from './measure.ts'
import { openPeer } from './peer.ts'
import {
  describeRun,
  isNoisy,
  judge,
  tableHead,
  toGrowthHead,
  toGrowthRows,
  toRows,
} from './report.ts'
import { createResources } from './resources.ts'
import { type Stage, setStage } from './setup.ts'

const help = `npm run bench -- [OPTIONS]

Compares the service with a bare node:http + postgres.js server that answers with the same SQL and does
nothing else, and prints a Markdown table. Brings its own PostgreSQL; BENCH_DATABASE_URL names another
one (a superuser's), on which a database for each data set is made and dropped.

  --terms N            terms in the data set, at least 2000 (default 10000)
  --larger N           stores a second data set of so many terms beside it, and tells by how much p95 is
                       longer there; not together with --peer
  --processes N        of each server, each of which is asked for a part of every round (default 3)
  --rounds N           rounds, of which the median counts (default 5)
  --seconds S          length of a round (default 3)
  --connections N      requests on their way at any time (default 16)
  --rest S             how long the service rests before it is weighed and measured (default 45)
  --only PATTERN       only operations whose name matches this regular expression
  --peer URL           another server with the same paths, measured beside ours. One without terms is
                       given the data set through its API; it is voted on and added to in any case
  --peer-header 'K: V' sent to the peer with every request; given several times, each is another
                       caller, with votes of their own
  --help               this text`

const say = (line: string) => process.stdout.write(`${line}\n`)
const tell = (line: string) => process.stderr.write(`${line}\n`)

const own = createResources()
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    isStopping = true
    await own.letGo()
    process.exit(130)
  })
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) say(help)
  else await run(options)
} catch (error) {
  if (!isStopping) tell(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await own.letGo()
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
      rest: { type: 'string', default: '45' },
      only: { type: 'string', default: '' },
      peer: { type: 'string' },
      'peer-header': { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  })
  type Counted = 'terms' | 'larger' | 'processes' | 'rounds' | 'seconds' | 'rest' | 'connections'
  const number = (name: Counted, least: number) => {
    const value = Number(values[name])
    if (value >= least && (name === 'seconds' || Number.isInteger(value))) return value
    throw new Error(`--${name} must be a number from ${least} on`)
  }
  if (values.peer && !/^http:\/\/[^/]+\/?$/.test(values.peer)) {
    throw new Error('--peer must be http://HOST:PORT')
  }
  const isGrowth = values.larger !== undefined
  if (values.peer && isGrowth) throw new Error('--larger is not for peers')
  const terms = number('terms', 2000)
  return {
    sizes: isGrowth ? [terms, number('larger', terms + 1)] : [terms],
    processes: number('processes', 1),
    rounds: number('rounds', 1),
    seconds: number('seconds', 0.1),
    rest: number('rest', 0),
    connections: number('connections', 1),
    only: new RegExp(values.only, 'i'),
    peer: values.peer?.replace(/\/$/, ''),
    peerHeaders: values['peer-header'],
    help: values.help,
  }
}

async function run(options: Options) {
  const load = loadavg()[0] ?? 0
  const stages: Stage[] = []
  const fresh: (number | null)[] = []
  for (const size of options.sizes) {
    const started = performance.now()
    const stage = await setStage(own, size, options.processes)
    stages.push(stage)
    fresh.push(await weigh(stage))
    tell(`${size} terms stored after ${Math.round((performance.now() - started) / 1000)} s`)
  }
  const targets = stages.flatMap((stage) => stage.targets)
  const [first] = targets
  if (!first) return
  const chosen = first.operations.filter(({ name }) => options.only.test(name))
  if (chosen.length === 0) throw new Error('--only matches no operation')
  if (options.peer) targets.push(await openPeer(options.peer, options.peerHeaders, first))

  await delay(options.rest * 1000)
  const memory = [fresh, await Promise.all(stages.map(weigh))]
  const isGrowth = stages.length > 1
  say(`${describeRun(options, options.sizes, stages[0]?.version ?? '', load)}\n`)
  say(isGrowth ? toGrowthHead(options.sizes) : tableHead)
  const doubtful: string[] = []
  for (const { name } of chosen) {
    const outcomes = await measure(name, targets, options)
    if (isStopping) return
    say((isGrowth ? toGrowthRows : toRows)(name, outcomes))
    if (isNoisy(outcomes)) doubtful.push(name)
    if (outcomes.some((outcome) => 'fault' in outcome && outcome.name !== 'peer')) {
      process.exitCode = 1
    }
  }
  memory.push(await Promise.all(stages.map(weigh)))
  say(`\n${judge(doubtful, options.rounds)}`)
  stages.forEach(({ size, services }, index) => {
    const [then, idle, used] = memory.map((megabytes) => megabytes[index] ?? 'unknown')
    const startMs = Math.max(...services.map((service) => service.startMs))
    say(`The service with ${size.toLocaleString('en')} terms, the worst of its processes:`)
    say(`${(startMs / 1000).toFixed(2)} s from start to first answer,`)
    say(`${then} MB resident memory then, ${idle} MB idle, ${used} MB after the run.`)
  })
}

/** What the heaviest process of the service takes; null where the system does not tell. */
async function weigh({ services }: Stage) {
  const sizes = await Promise.all(services.map((service) => service.memory()))
  return sizes.reduce((most, size) => (size !== null && size > (most ?? 0) ? size : most), null)
}
