import { load } from './load.ts'
import type { Operation, Target } from './operations.ts'
import { readProcessorTime } from './processor-time.ts'
import { type Resources, runWithResources } from './resources.ts'
import { setUpBenchmark } from './setup.ts'

// npm run bench:scaling: measures what a request costs and how the rate grows with processes, for
// docs/dev/performance.md. Linux only.

const seconds = 4
const connections = 48
const measured = ['get by token', 'search exact name', 'list', 'explain', 'vote']

const say = (line: string) => process.stdout.write(`${line}\n`)
await runWithResources(run)

async function run(resources: Resources) {
  const { targets } = await setUpBenchmark(resources, 10_000, 3)
  const [target] = targets
  if (!target) throw new Error('there is no service')
  say('| operation | processes | requests/s | ms of Node.js a request | ms of PostgreSQL a request |')
  say('|---|--:|--:|--:|--:|')
  for (const operation of target.operations.filter(({ name }) => measured.includes(name))) {
    await send(target, operation, target.urls, 2) // until V8 has optimised it
    for (let count = 1; count <= target.urls.length; count++) {
      const before = await readProcessorTime(target.pids, target.postmaster)
      const { requests, rate } = await send(target, operation, target.urls.slice(0, count), seconds)
      const after = await readProcessorTime(target.pids, target.postmaster)
      const cost = (kind: 'node' | 'postgres') =>
        before && after ? ((after[kind] - before[kind]) / requests).toFixed(2) : '–'
      const cells = [count, Math.round(rate), cost('node'), cost('postgres')]
      say(`| ${operation.name} | ${cells.join(' | ')} |`)
    }
  }
}

/** Sends an operation to several processes at once. */
async function send(target: Target, operation: Operation, urls: readonly string[], duration: number) {
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
