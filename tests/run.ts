import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'uvu/parse'
import { run } from 'uvu/run'
import { startEmbedded } from '../lib/db/embedded.ts'
import { dropTemplate, prepareTemplate } from './support/databases.ts'

// npm test [-- PATTERN]: all test files in three processes, of which one often waits, or those whose path matches in
// one, on a PostgreSQL of their own. TEST_DATABASE_URL names another server, where databases are made and dropped.
// TEST_SHARD=0/3 runs the first third alone.
const [, , wanted] = process.argv
const { TEST_DATABASE_URL: given, TEST_SHARD: shard } = process.env
const isPart = Boolean(wanted || shard)
const directory = await mkdtemp(join(await findFastDirectory(), 'glossary-tests-'))
const flags = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  ...['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=256MB'],
]
const server = given ? null : await startEmbedded(directory, flags)
const url = given ?? server?.url ?? ''
process.once('SIGINT', () => cleanUp().finally(() => process.exit(130)))
try {
  if (isPart) await runFiles()
  else await Promise.all(['0/3', '1/3', '2/3'].map(runShard))
} finally {
  await cleanUp()
}
process.exit()

/** In memory, a database for a test is created in a third of the time that a disk takes. */
async function findFastDirectory() {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > 2 * 1024 ** 3 ? memory : tmpdir()
}

async function cleanUp() {
  if (isPart) await dropTemplate()
  await server?.stop()
  await rm(directory, { recursive: true, force: true })
}

async function runFiles() {
  const [own = 0, shards = 1] = shard?.split('/').map(Number) ?? []
  const pattern = wanted ? new RegExp(`${wanted}.*\\.test\\.ts$`) : /\.test\.ts$/
  const { suites } = await parse(fileURLToPath(new URL('.', import.meta.url)), pattern)
  const files = suites.filter((_, number) => number % shards === own)
  await prepareTemplate(url)
  await run(files, { bail: false })
}

/** Runs a part of the files in a process of its own, and passes on what it says file by file. */
async function runShard(name: string) {
  const env = { ...process.env, TEST_DATABASE_URL: url, TEST_SHARD: name, FORCE_COLOR: '0' }
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let said = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    const [last = '', ...whole] = `${said}${text}`.split('\n\n').reverse()
    said = last
    for (const part of whole.reverse()) process.stdout.write(`${part}\n\n`)
  }
  process.stdout.write(said)
  const [code] = await ended
  if (code !== 0) process.exitCode = 1
}
