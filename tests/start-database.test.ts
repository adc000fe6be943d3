import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { migrate } from '../lib/db/migrate.ts'
import packageJson from '../package.json' with { type: 'json' }
import { eventually } from './support/eventually.ts'
import { runServer, runToEnd } from './support/process.ts'
import { servers } from './support/servers.ts'
import { secretKey } from './support/test-service.ts'

const test = servers('start and the database')
const base = { SERVICE_SECRET_KEY: secretKey, SERVICE_PORT: '0' }

/** The log lines of a server. */
const logged = (stdout: string) =>
  stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))

const warnings = (stdout: string) => logged(stdout).flatMap(({ level, msg }) => (level === 'warn' ? [msg] : []))

test('one line reports the version, the database and the migrations, and no password; nothing warns', async (service) => {
  const url = await service.database('empty')
  const report = async () => {
    const right = { SERVICE_DATABASE_URL: url, SERVICE_APP_URL: 'https://glossary.example.com' }
    const { output, stop } = await service.start({ ...base, ...right })
    await stop()
    assert.not.match(output.stdout, new URL(url).password)
    assert.equal(warnings(output.stdout), [])
    return logged(output.stdout).filter(({ version }) => version !== undefined)
  }
  const { host, pathname } = new URL(url)
  const [first, ...others] = await report()
  assert.equal(others, [])
  assert.is(first.version, packageJson.version)
  assert.equal(first.database, { host, name: pathname.slice(1) })
  assert.ok(first.migrations.includes('0001-people.ts'))
  assert.equal((await report())[0].migrations, [])
})

test('it warns of the embedded database, a local SERVICE_APP_URL and unknown settings', async ({
  start,
  dataDirectory,
}) => {
  const SERVICE_DATA_DIR = await dataDirectory()
  const trial = await start({ ...base, SERVICE_DATA_DIR, SERVICE_PROT: '80' })
  await trial.stop()
  const [unknown, embedded, local, ...others] = warnings(trial.output.stdout)
  assert.match(unknown, /^SERVICE_PROT is not a setting/)
  assert.match(embedded, /^SERVICE_DATABASE_URL is not set/)
  assert.match(local, /^SERVICE_APP_URL is http:\/\/localhost:8000/)
  assert.equal(others, [])
})

test('it waits for the database, says so every five seconds, and gives up in the end', async ({ database }) => {
  const url = new URL(await database())
  url.port = '1'
  const env = { ...base, SERVICE_DATABASE_URL: url.href, SERVICE_START_TIMEOUT_SECONDS: '8' }
  for (const command of ['start', 'migrate']) {
    const { status, stdout, stderr } = await runToEnd(env, command)
    assert.is(status, 1)
    assert.match(stdout, 'waiting for the database')
    assert.match(stderr, /^SERVICE_DATABASE_URL must be .*ECONNREFUSED 127\.0\.0\.1:1\n$/)
    assert.not.match(stdout + stderr, url.password)
  }
})

test('it waits for migrations of another process, and gives up in the end', async ({ database }) => {
  const SERVICE_DATABASE_URL = await database()
  const other = postgres(SERVICE_DATABASE_URL, { max: 1 })
  await other`select pg_advisory_lock(hashtextextended('glossary.migrations', 0))`
  const env = { ...base, SERVICE_DATABASE_URL, SERVICE_START_TIMEOUT_SECONDS: '8' }
  const { status, stdout, stderr } = await runToEnd(env)
  await other.end()
  assert.is(status, 1)
  assert.equal(
    warnings(stdout).filter((text) => text.startsWith('waiting')),
    ["waiting for another process's migrations"],
  )
  assert.match(stderr, /^SERVICE_START_TIMEOUT_SECONDS is over: 8 seconds of waiting for another/)
})

test('SERVICE_MIGRATE=false leaves migrations to npm run migrate', async ({ start, database }) => {
  const SERVICE_DATABASE_URL = await database('empty')
  const env = { ...base, SERVICE_DATABASE_URL, SERVICE_MIGRATE: 'false' }
  const alone = await runToEnd({ ...env, SERVICE_START_TIMEOUT_SECONDS: '1' })
  assert.is(alone.status, 1)
  assert.match(alone.stderr, /waiting for npm run migrate$/m)
  const sql = postgres(SERVICE_DATABASE_URL, { max: 1 })
  const tables = await sql`select from pg_tables where schemaname = 'public'`
  await sql.end()
  assert.equal([...tables], [])
  const starting = start(env)
  await migrate(SERVICE_DATABASE_URL)
  assert.is((await fetch(`${(await starting).url}/ready`)).status, 200)
})

test('a database that a later version has migrated stops startup', async ({ database }) => {
  const SERVICE_DATABASE_URL = await database()
  const sql = postgres(SERVICE_DATABASE_URL, { max: 1 })
  await sql`insert into migrations (name) values ('9999-later.ts')`
  await sql.end()
  for (const [command, SERVICE_MIGRATE] of [
    ['start', 'true'],
    ['start', 'false'],
    ['migrate', 'true'],
  ] as const) {
    const end = await runToEnd({ ...base, SERVICE_DATABASE_URL, SERVICE_MIGRATE }, command)
    assert.is(end.status, 1)
    assert.match(end.stderr, /^a later version .* \(9999-later\.ts\): [^\n]*\n$/)
  }
})

test('a signal ends the waiting for a database', async ({ database }) => {
  const url = new URL(await database())
  url.port = '1'
  const { child, output, ended } = runServer({ ...base, SERVICE_DATABASE_URL: url.href }, 'start')
  await eventually('it waits', () => output.stdout.includes('waiting for the database'))
  child.kill('SIGTERM')
  assert.is(await ended, 0)
  assert.is(output.stderr, '')
})

test.run()
