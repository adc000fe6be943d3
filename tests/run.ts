import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '../lib/db/connection.ts'
import { startEmbedded } from '../lib/db/embedded.ts'
import { readPidFile } from '../lib/db/server-address.ts'
import { compileServer } from './runner/compiled-server.ts'
import { findDearFiles, keepCosts } from './runner/costs.ts'
import { findTestFiles } from './runner/files.ts'
import { processorSeconds } from './runner/processor-time.ts'
import { playFailedAgain, runFiles } from './runner/queue.ts'
import { report } from './runner/report.ts'
import { prepareTemplate } from './support/databases.ts'

// npm test [-- [--quick] [PATTERN...]]: all test files, or those whose path matches one, on a PostgreSQL of their own.
// --quick leaves out the files whose tests cost the most in the last whole run. TEST_DATABASE_URL names another
// PostgreSQL, where databases are made and dropped.
const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const pattern = positionals.join('|')
const files = await findTestFiles(pattern, values.quick ? await findDearFiles() : [])
if (files.length === 0) {
  process.stderr.write(`no ${values.quick ? 'quick ' : ''}test file has a path that matches "${pattern}"\n`)
  process.exit(1)
}

const directory = await mkdtemp(join(await findFastDirectory(), 'glossary-tests-'))
const flags = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  ...['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=256MB'],
  // Creating and dropping a database searches all of it.
  'shared_buffers=64MB',
  'io_method=sync', // without processes that would read ahead from memory
  'scram_iterations=1',
]
const { TEST_DATABASE_URL: given } = process.env
const [server, compiled] = await Promise.all([given ? null : startServer(), compileServer()])
const template = await prepareTemplate(given ?? server?.url ?? '')
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
try {
  const env = { ...template.env, TEST_SERVER: compiled.script, TEST_DIRECTORY: directory }
  const firstResults = await runFiles(files, env, stopping.signal)
  const results = pattern === '' ? await playFailedAgain(firstResults, env, stopping.signal) : firstResults
  const databaseCost = await postgresSeconds()
  const hasPassed = report(results, databaseCost)
  const isWhole = pattern === '' && !values.quick && !process.env.TEST_WHOLE && !stopping.signal.aborted
  // What failed may have waited until a limit, or not have run.
  if (isWhole && hasPassed) await keepCosts(results, databaseCost)
  process.exitCode = hasPassed ? 0 : 1
} finally {
  await cleanUp()
}
process.exit()

async function startServer() {
  const embedded = await startEmbedded(directory, { flags, overTcp: true })
  // Hashed again, once: each of the thousands of connections would hash it 4096 times to log in.
  const sql = connect(embedded.url)
  await sql.unsafe(`alter role current_user password '${new URL(embedded.url).password}'`)
  await sql.end()
  return embedded
}

/** In memory, a database for a test is created in a third of the time that a disk takes. */
async function findFastDirectory() {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > 2 * 1024 ** 3 ? memory : tmpdir()
}

/** The processor time of our PostgreSQL; 0 for another one. */
async function postgresSeconds() {
  if (!server) return 0
  const [id] = await readPidFile(join(directory, 'postgresql'))
  return processorSeconds(Number(id))
}

async function cleanUp() {
  await template.drop()
  await compiled.remove()
  await server?.stop()
  await rm(directory, { recursive: true, force: true })
}
