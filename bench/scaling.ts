import { readdir, readFile } from 'node:fs/promises'
import { load } from './load.ts'
import type { Operation, Target } from './operations.ts'
import { type Resources, runWithResources } from './resources.ts'
import type { ServerProcess } from './servers.ts'
import { setUpBenchmark } from './setup.ts'

// npm run bench:scaling: measures what a request costs and how the rate grows with processes, for docs/scaling.md. Linux only,
// on a machine that runs no other PostgreSQL.

const seconds = 4
const connections = 48
const millisecondsPerTick = 10
const measured = ['get by token', 'search exact name', 'list', 'explain', 'vote']

const say = (line: string) => process.stdout.write(`${line}\n`)
await runWithResources(run)

async function run(resources: Resources) {
  const { targets, services } = await setUpBenchmark(resources, 10_000, 3)
  const [target] = targets
  if (!target) throw new Error('there is no service')
  say(
    '| operation | processes | requests/s | ms of Node.js a request | ms of PostgreSQL a request |',
  )
  say('|---|--:|--:|--:|--:|')
  for (const operation of target.operations.filter(({ name }) => measured.includes(name))) {
    await send(target, operation, target.urls, 2) // until V8 has optimised it
    for (let count = 1; count <= target.urls.length; count++) {
      const before = await readProcessorTimes(services)
      const { requests, rate } = await send(target, operation, target.urls.slice(0, count), seconds)
      const after = await readProcessorTimes(services)
      const cost = (kind: 'service' | 'postgres') =>
        ((after[kind] - before[kind]) / requests).toFixed(2)
      const cells = [count, Math.round(rate), cost('service'), cost('postgres')]
      say(`| ${operation.name} | ${cells.join(' | ')} |`)
    }
  }
}

/** Sends an operation to several processes at once. */
async function send(
  target: Target,
  operation: Operation,
  urls: readonly string[],
  duration: number,
) {
  const next = () => {
    const number = target.sent.get(operation.name) ?? 0
    target.sent.set(operation.name, number + 1)
    return operation.request(target, number)
  }
  const options = { seconds: duration, connections: connections / urls.length }
  const results = await Promise.all(urls.map((url) => load(url, next, operation.status, options)))
  return {
    requests: results.reduce((total, { count }) => total + count, 0),
    rate: results.reduce((total, { count, seconds: took }) => total + count / took, 0),
  }
}

/** The processor time that all processes of the service and of PostgreSQL have used, in milliseconds. */
async function readProcessorTimes(services: readonly ServerProcess[]) {
  const pids = services.map(({ pid }) => String(pid))
  const all = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readTimes),
  )
  const sum = (isCounted: (each: Times) => boolean) =>
    all.reduce((total, each) => total + (each && isCounted(each) ? each.milliseconds : 0), 0)
  return {
    service: sum(({ pid }) => pids.includes(pid)),
    postgres: sum(({ command }) => command === 'postgres'),
  }
}

type Times = { pid: string; command: string; milliseconds: number }

/** The processor time of a process, or null if it has ended. The fields are those of proc(5). */
async function readTimes(pid: string): Promise<Times | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  const [, command = '', rest = ''] = /\((.*)\) (.*)/s.exec(text) ?? []
  const fields = rest.split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return { pid, command, milliseconds: ticks * millisecondsPerTick }
}
