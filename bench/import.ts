import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { connect } from '../lib/db/connection.ts'
import { issueSession } from '../lib/identity/sessions.ts'
import { type DraftTerm, generateDataSet } from './data.ts'
import { createBenchDatabase, store } from './database.ts'
import { load } from './load.ts'
import { type Resources, runWithResources } from './resources.ts'
import { type ServerProcess, startService } from './servers.ts'

// npm run bench:import: measures a dry run, an import and an undo of 50,000 rows in a glossary of 10,000 terms: the
// time, the service's memory, and how long another person's lookups take meanwhile. Compares the import to COPY into a
// table without indexes. Starts its own PostgreSQL, unless BENCH_DATABASE_URL names a server.

const counts = { stored: 10_000, imported: 50_000 }
const idleSeconds = 5

const say = (line: string) => process.stdout.write(`${line}\n`)
await runWithResources(run)

async function run(resources: Resources) {
  const { databaseUrl, csv, names, authorization } = await setUp(resources)
  const service = await startService(resources, databaseUrl, authorization.secretKey)
  const other = { url: service.url, authorization: authorization.other, names }
  let isIdle = false
  const idle = lookUpUntil(other, () => isIdle)
  setTimeout(() => {
    isIdle = true
  }, idleSeconds * 1000)
  say(`${counts.imported} rows, ${(csv.length / 1e6).toFixed(1)} MB\n`)
  say('| step | seconds | p95 ms of a lookup | service, MB at most |\n|---|--:|--:|--:|')
  say(`| idle | – | ${await idle} | ${await service.measurePeakMemory()} |`)

  const send = sender(service, authorization.editor)
  const measured = (step: string, work: () => Promise<unknown>) => report(step, service, other, work)
  await measured('dry run', () => send('POST', '/api/v1/import?dry_run=true', csv))
  let importId = ''
  const seconds = await measured('import', async () => {
    importId = (await send('POST', '/api/v1/import', csv)).import_id
  })
  await measured('undo', () => send('DELETE', `/api/v1/imports/${importId}`))
  const copySeconds = await timeCopy(databaseUrl, csv)
  say(`\nCOPY into a table without indexes takes ${copySeconds.toFixed(2)} s,`)
  say(`so the import has ${(copySeconds / seconds).toFixed(3)} of its rate.`)
}

/** Stores the first terms of a data set; the others are the file. */
async function setUp(resources: Resources) {
  const { data, batches } = generateDataSet(counts.stored + counts.imported)
  const { url: databaseUrl } = await createBenchDatabase(resources)
  const stored: DraftTerm[][] = []
  const rows: DraftTerm[] = []
  for (const batch of batches) {
    if (stored.length * batch.length < counts.stored) stored.push(batch)
    else rows.push(...batch)
  }
  await store(databaseUrl, { data: { ...data, people: [], voters: data.people }, batches: stored.values() }, [])
  const [editor = '', other = ''] = data.people
  const sql = connect(databaseUrl)
  await sql`update users set role = 'editor' where id = ${editor}`
  await sql.end()
  const secretKey = randomBytes(32).toString('base64url')
  const bearer = async (id: string) => `Bearer ${await issueSession(secretKey, id, new Date())}`
  const columns = ['name', 'full_name', 'definition', 'category']
  return {
    databaseUrl,
    csv: Buffer.from(stringify(rows, { header: true, columns })),
    names: stored.flat().map(({ name }) => name),
    authorization: { secretKey, editor: await bearer(editor), other: await bearer(other) },
  }
}

type Other = { url: string; authorization: string; names: readonly string[] }

/** Looks names up, one at a time. Returns the p95 in milliseconds. */
async function lookUpUntil({ url, authorization, names }: Other, isDone: () => boolean) {
  const header = `authorization: ${authorization}`
  let number = 0
  const next = () => {
    const name = names[number++ % names.length] ?? ''
    const path = `/api/v1/lookup?q=${encodeURIComponent(name)}`
    return isDone() ? undefined : { method: 'GET' as const, path, header }
  }
  const { latencies } = await load(url, next, 200, { connections: 1 })
  return (latencies.percentile(95) / 1000).toFixed(1)
}

function sender({ url }: ServerProcess, authorization: string) {
  return async (method: string, path: string, body?: Buffer<ArrayBuffer>) => {
    const headers = { authorization, ...(body && { 'content-type': 'text/csv' }) }
    const response = await fetch(url + path, { method, headers, body })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
}

/** Returns how many seconds a step took. */
async function report(step: string, service: ServerProcess, other: Other, work: () => Promise<unknown>) {
  let isDone = false
  const lookups = lookUpUntil(other, () => isDone)
  const started = performance.now()
  await work().finally(() => {
    isDone = true
  })
  const seconds = (performance.now() - started) / 1000
  const memory = await service.measurePeakMemory()
  say(`| ${step} | ${seconds.toFixed(1)} | ${await lookups} | ${memory} |`)
  return seconds
}

async function timeCopy(databaseUrl: string, csv: Buffer) {
  const sql = connect(databaseUrl)
  try {
    await sql`create table bare_terms (name text, full_name text, definition text, category text)`
    const started = performance.now()
    const copy = await sql`copy bare_terms from stdin with (format csv, header)`.writable()
    await pipeline(Readable.from([csv]), copy)
    return (performance.now() - started) / 1000
  } finally {
    await sql.end()
  }
}
