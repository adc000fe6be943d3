import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'uvu/parse'
import { run } from 'uvu/run'
import { startEmbedded } from '../lib/db/embedded.ts'
import { dropTemplate, prepareTemplate } from './support/databases.ts'

// npm test [-- PATTERN]: all test files, or those whose path matches, on a PostgreSQL of their own.
// TEST_DATABASE_URL names another server, where databases are made and dropped.
const given = process.env.TEST_DATABASE_URL
const directory = await mkdtemp(join(tmpdir(), 'glossary-tests-'))
const flags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const server = given ? null : await startEmbedded(directory, flags)
process.once('SIGINT', () => cleanUp().finally(() => process.exit(130)))
try {
  await prepareTemplate(given ?? server?.url ?? '')
  const tests = await parse(fileURLToPath(new URL('.', import.meta.url)), pattern())
  await run(tests.suites, { bail: false })
} finally {
  await cleanUp()
}
process.exit()

async function cleanUp() {
  await dropTemplate()
  await server?.stop()
  await rm(directory, { recursive: true, force: true })
}

function pattern() {
  const wanted = process.argv[2]
  return wanted ? new RegExp(`${wanted}.*\\.test\\.ts$`) : /\.test\.ts$/
}
