import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { issueSession } from '../lib/identity/sessions.ts'
import { commonWord, generateDataSet } from './data.ts'
import { createBenchDatabase, store } from './database.ts'
import { load, type Request } from './load.ts'
import { median } from './measure.ts'
import { type Resources, runWithResources } from './resources.ts'
import { startService } from './servers.ts'

// npm run bench:flood: measures how long a person's lookups take while another person floods the service on 200
// connections. The goal is a p95 of at most twice that of an idle service and 5 ms (contract, section 18).

const connections = 200
const termCount = 10_000
const { seconds, rounds } = readOptions()

const say = (line: string) => process.stdout.write(`${line}\n`)
await runWithResources(run)

function readOptions() {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '3' } },
  })
  return { seconds: Number(values.seconds), rounds: Number(values.rounds) }
}

/** Takes turns between the idle service and each flood, so that a noisy minute does not hit one of them alone. */
async function run(resources: Resources) {
  const { url, service, flooder, other, names } = await setUp(resources)
  const lookUp = (number: number): Request => ({
    method: 'GET',
    header: other,
    path: `/api/v1/lookup?q=${encodeURIComponent(names[number % names.length] ?? '')}`,
  })
  const floods = { idle: null, ...floodsOf(flooder, names) }
  const found = new Map<string, number[]>(Object.keys(floods).map((name) => [name, []]))
  await measure(url, lookUp, null) // warms up
  for (let round = 0; round < rounds; round++) {
    for (const [name, flood] of Object.entries(floods)) {
      found.get(name)?.push(await measure(url, lookUp, flood))
    }
  }
  const idle = median(found.get('idle') ?? [])
  say('| flood | p95 of a lookup, ms | of all rounds | goal |\n|---|--:|---|--:|')
  for (const [name, values] of found) {
    const goal = name === 'idle' ? '–' : (2 * idle + 5).toFixed(1)
    const all = values.map((value) => value.toFixed(1)).join(', ')
    say(`| ${name} | ${median(values).toFixed(1)} | ${all} | ${goal} |`)
  }
  say(`\nThe service took ${await service.measurePeakMemory()} MB at most.`)
}

async function setUp(resources: Resources) {
  const set = generateDataSet(termCount)
  const { url: databaseUrl } = await createBenchDatabase(resources)
  const names: string[] = []
  const batches = (function* keepNames() {
    for (const batch of set.batches) {
      names.push(...batch.map(({ name }) => name))
      yield batch
    }
  })()
  const tokens = set.data.people.map(() => `glo_${randomBytes(32).toString('base64url')}`)
  await store(databaseUrl, { ...set, batches }, tokens)
  const secretKey = randomBytes(32).toString('base64url')
  const service = await startService(resources, databaseUrl, secretKey)
  const [flooder = '', other = ''] = await Promise.all(
    set.data.people
      .slice(0, 2)
      .map(async (id) => `authorization: Bearer ${await issueSession(secretKey, id, new Date())}`),
  )
  return { url: service.url, service, flooder, other, names }
}

type Flood = (number: number) => Request

function floodsOf(header: string, names: readonly string[]): Record<string, Flood> {
  const get = (path: string): Request => ({ method: 'GET', path, header })
  const body = JSON.stringify({ text: names.join(', ').slice(0, 50_000) })
  const kinds: Flood[] = [
    () => get(`/api/v1/terms?q=${commonWord}`),
    () => get('/api/v1/export?status=pending&limit=500'),
    () => ({ ...get('/api/v1/explain'), method: 'POST', body }),
  ]
  const [searches, exports, explains] = kinds as [Flood, Flood, Flood]
  const mixed: Flood = (number) => (kinds[number % kinds.length] as Flood)(number)
  return { searches, exports, explains, 'all three': mixed }
}

/** Returns the p95 of lookups, one at a time, in ms. */
async function measure(url: string, lookUp: Flood, flood: Flood | null) {
  let isDone = false
  let number = 0
  const flooding = flood
    ? load(url, () => (isDone ? undefined : flood(number++)), null, { connections })
    : Promise.resolve()
  flooding.catch(() => {}) // it is awaited below
  const { latencies } = await load(url, () => lookUp(number++), 200, { seconds, connections: 1 })
  isDone = true
  await flooding
  return latencies.percentile(95) / 1000
}
