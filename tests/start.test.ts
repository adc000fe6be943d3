import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { readEnvironment } from '../lib/app/setting-reader.ts'
import { explain } from '../lib/commands/start-error.ts'
import { Problem } from '../lib/problem.ts'
import { slackManifest } from '../lib/slack/manifest.ts'
import { eventually } from './support/eventually.ts'
import { runToEnd } from './support/process.ts'
import { hasPostgres, servers } from './support/servers.ts'
import { root } from './support/sources.ts'
import { secretKey } from './support/test-service.ts'

const test = servers('start')
const base = { SERVICE_SECRET_KEY: secretKey }

/** A database server that does not listen, and is not waited for. */
const nowhere = {
  SERVICE_DATABASE_URL: 'postgresql://glossary:hunter2@127.0.0.1:1/glossary',
  SERVICE_START_TIMEOUT_SECONDS: '1',
}

/** Something that listens on a free port of 127.0.0.1. */
async function listener() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  return { port, close: () => new Promise((done) => server.close(done)) }
}

test('it writes its URL once it responds, and every log line is a JSON object', async ({ start, database }) => {
  const server = await start({ ...base, SERVICE_DATABASE_URL: await database() })
  const { url, output } = server
  assert.match(output.stdout, /^listening on http:\/\/127\.0\.0\.1:\d+$/m)
  const answer = await fetch(`${url}/health`)
  assert.is(answer.status, 200)
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  assert.equal(await answer.json(), { status: 'ok', version })
  assert.is((await fetch(`${url}/ready`)).status, 200)

  await fetch(`${url}/login`)
  await fetch(`${url}/api/v1/terms?q=secret-query`)
  await fetch(`${url}/oauth/authorize?client_id=x`) // loads a library that writes to the console
  assert.is(await server.stop(), 0)
  const lines = output.stdout.trim().split('\n')
  const isAddress = (line: string) => line.startsWith('listening on ')
  assert.is(lines.filter(isAddress).length, 1)
  const entries = lines.filter((line) => !isAddress(line)).map((line) => JSON.parse(line))
  for (const entry of entries) assert.is(new Date(entry.time).toISOString(), entry.time)
  const requests = entries.filter(({ msg, path }) => msg === 'request' && !/health|ready/.test(path))
  assert.equal(
    requests.map(({ method, path, status }) => [method, path, status]),
    [
      ['GET', '/login', 200],
      ['GET', '/api/v1/terms', 401],
      ['GET', '/oauth/authorize', 400],
    ],
  )
  // A busy machine may be slow, which is a warning.
  for (const { level } of requests) assert.match(level, /^(info|warn)$/)
  // V8, too, would say here that it does not know a flag.
  assert.is(output.stderr, '')
  assert.not.match(output.stdout, 'secret-query')
})

test('slack-manifest needs SERVICE_APP_URL only, and no temporary directory', async () => {
  const env = { SERVICE_APP_URL: 'https://glossary.example.com', TMPDIR: '/no/such/directory' }
  const { status, stdout, stderr } = await runToEnd(env, 'slack-manifest')
  assert.equal([status, stderr], [0, ''])
  assert.equal(JSON.parse(stdout), JSON.parse(slackManifest(env.SERVICE_APP_URL)))
})

/** An account that owns no files (nobody). */
const nobody = { uid: 65_534, gid: 65_534 }

/** Whether a command succeeds as that account. */
const canNobody = (command: string) => spawnSync('sh', ['-c', command], { ...nobody, cwd: '/' }).status === 0

test('an ordinary user can start it from a read-only checkout, without a writable temporary directory', async (service) => {
  // By its whole path: another account may not enter a folder above the checkout.
  if (process.getuid?.() !== 0 || !canNobody(`test -r '${root}server.ts'`)) {
    const reason = `only root can try another account, which has to be able to read ${root}`
    process.stderr.write(`SKIPPED: a read-only checkout is not tested: ${reason}\n`)
    return
  }
  assert.not(canNobody(`cd '${root}' && (test -w . || test -w server.ts || test -w node_modules)`))
  const [TMPDIR, SERVICE_DATA_DIR] = [await service.directory(), await service.directory()]
  await chmod(TMPDIR, 0o555)
  await chown(SERVICE_DATA_DIR, nobody.uid, nobody.gid)
  const env = { ...base, TMPDIR, HOME: TMPDIR, SERVICE_DATA_DIR }
  const server = await service.start(env, 'start', nobody)
  await eventually('it is ready', async () => (await fetch(`${server.url}/ready`)).status === 200)
  assert.is((await fetch(`${server.url}/login`)).status, 200)
  assert.is(await server.stop(), 0)
  assert.is(server.output.stderr, '')
  assert.equal(await readdir(TMPDIR), [])
})

test('it listens on the given port; IPv6 addresses are in brackets', async (service) => {
  const { port, close } = await listener()
  await close()
  const address = { SERVICE_HOST: '::1', SERVICE_PORT: port }
  const { url } = await service.start({ ...base, ...address, SERVICE_DATABASE_URL: await service.database() })
  assert.is(url, `http://[::1]:${port}`)
  assert.is((await fetch(`${url}/health`)).status, 200)
})

test('several processes start on an empty database and migrate it once', async ({ start, database }) => {
  const env = { ...base, SERVICE_DATABASE_URL: await database('empty') }
  const all = await Promise.all([start(env), start(env), start(env)])
  for (const { url } of all) {
    await eventually('it is ready', async () => (await fetch(`${url}/ready`)).status === 200)
  }
})

const wrong: [what: string, env: Record<string, string>, lines: RegExp[]][] = [
  [
    'three wrong settings',
    { SERVICE_PORT: 'http', SERVICE_TIMEZONE: 'Mars', SERVICE_SECRET_KEY: 'hunter2' },
    [
      /^SERVICE_PORT must be a whole number from 0 to 65535$/,
      /^SERVICE_TIMEZONE must be an IANA time zone/,
      /^SERVICE_SECRET_KEY must have at least 32 characters$/,
    ],
  ],
  [
    'a closed database port',
    { ...base, ...nowhere },
    [/^SERVICE_DATABASE_URL must be the URL of a PostgreSQL server that responds: .*ECONNREFUSED/],
  ],
  [
    'a data directory that is a file',
    { ...base, SERVICE_DATA_DIR: 'package.json' },
    [/^SERVICE_DATA_DIR .* must be a writable directory: /],
  ],
]

for (const [what, env, lines] of wrong) {
  test(`${what} stops startup with one line per error and status 1`, async () => {
    assertFaults(await runToEnd(env), lines)
  })
}

test('a database or user that does not exist stops startup', async ({ database }) => {
  const right = new URL(await database())
  const changes: Partial<URL>[] = [{ pathname: '/no_such_database' }, { username: 'nobody' }]
  const urls = changes.map((change) => Object.assign(new URL(right), change).href)
  const ends = await Promise.all(urls.map((url) => runToEnd({ ...base, SERVICE_DATABASE_URL: url })))
  const line = /^SERVICE_DATABASE_URL must be the URL of a PostgreSQL server that responds: /
  for (const end of ends) assertFaults(end, [line])
})

test('expected errors are one line; only unexpected ones have a stack trace', () => {
  const unreachable = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  const line = 'SERVICE_DATABASE_URL must be the URL of a PostgreSQL server that responds: ECONNREFUSED'
  assert.is(explain(unreachable), line)
  assert.is(explain(new Problem('database_unreachable', {}, { cause: unreachable })), line)
  const broken = Object.assign(new Error('no such table'), { migration: '0002-x.ts' })
  assert.is(explain(broken), 'the migration 0002-x.ts failed: no such table')
  assert.match(explain(new Error('surprise')), /^Error: surprise\n\s+at /)
})

test('a port in use or a foreign host stops startup', async ({ dataDirectory }) => {
  const SERVICE_DATA_DIR = await dataDirectory()
  const { port, close } = await listener()
  const env = { ...base, SERVICE_DATA_DIR }
  const line = /^SERVICE_HOST and SERVICE_PORT must be a free address of this machine: .*EADDRINUSE/
  assertFaults(await runToEnd({ ...env, SERVICE_PORT: port }), [line])
  await close()
  assert.not(hasPostgres(SERVICE_DATA_DIR), 'the embedded PostgreSQL goes as well')
  const elsewhere = await runToEnd({ ...env, SERVICE_HOST: 'no-such-host.invalid' })
  assertFaults(elsewhere, [/^SERVICE_HOST and SERVICE_PORT must be a free address of this machine/])
  assert.not(hasPostgres(SERVICE_DATA_DIR))
})

test('migrate updates the schema; a second run does nothing', async ({ database }) => {
  const env = { SERVICE_DATABASE_URL: await database('empty') }
  const first = await runToEnd(env, 'migrate')
  assert.equal([first.status, first.stderr], [0, ''])
  assert.match(first.stdout, /^migration 0001-people\.ts: step 1 of 1 \(transaction\) took /)
  assert.match(first.stdout, /^applied 0001-people\.ts.*\n$/m)
  const second = await runToEnd(env, 'migrate')
  assert.equal(second, { status: 0, stdout: 'the schema is up to date\n', stderr: '' })
})

test('migrate works on the embedded PostgreSQL, and stops it', async ({ directory }) => {
  const SERVICE_DATA_DIR = await directory()
  const { status, stdout } = await runToEnd({ SERVICE_DATA_DIR }, 'migrate')
  assert.is(status, 0)
  assert.match(stdout, /^applied /m)
  assert.not(hasPostgres(SERVICE_DATA_DIR))
})

test('migrate exits with status 1 if the database does not respond', async () => {
  const line = /^SERVICE_DATABASE_URL must be the URL of a PostgreSQL server that responds: /
  assertFaults(await runToEnd({ ...base, ...nowhere }, 'migrate'), [line])
})

test('a database that refuses what the service needs stops startup with one line', async ({ database }) => {
  const url = await database('empty')
  const sql = postgres(url, { max: 1 })
  await sql`create role glossary_stranger login password 'secret'`
  await sql`revoke create on schema public from public`
  const stranger = new URL(url)
  stranger.username = 'glossary_stranger'
  stranger.password = 'secret'
  for (const [SERVICE_DATABASE_URL, reason] of [
    [stranger.href, /permission denied/],
    [`${url}?sslrootcert=/etc/ca.pem`, /"sslrootcert"/],
    [`${url}?search_path=missing`, /no schema has been selected/],
  ] as const) {
    const { status, stderr } = await runToEnd({ ...base, SERVICE_DATABASE_URL })
    assert.is(status, 1)
    assert.match(stderr, /^the database in SERVICE_DATABASE_URL cannot be used: [^\n]*doctor[^\n]*\n$/)
    assert.match(stderr, reason)
  }
  await sql`drop role glossary_stranger`
  await sql.end()
})

test('an unknown command is refused', async () => {
  assertFaults(await runToEnd(base, 'migrat'), [/^unknown command "migrat"/])
})

test('the environment takes precedence over .env unless it is empty', async ({ directory }) => {
  const file = join(await directory(), '.env')
  const own = { SERVICE_PORT: '9000', SERVICE_HOST: '', SERVICE_TIMEZONE: ' ', HOME: '/root' }
  assert.equal(readEnvironment(own, file), { SERVICE_PORT: '9000', HOME: '/root' })
  await writeFile(
    file,
    '\ufeff# a comment\nSERVICE_PORT=8001\nSERVICE_HOST="::1"\nSERVICE_TIMEZONE=UTC # here\nSERVICE_APP_URL=\n',
  )
  assert.equal(readEnvironment(own, file), {
    SERVICE_PORT: '9000',
    SERVICE_HOST: '::1',
    SERVICE_TIMEZONE: 'UTC',
    SERVICE_APP_URL: '',
    HOME: '/root',
  })
})

test('a .env that cannot be read, or has something else than settings, is an invalid setting', async ({
  directory,
}) => {
  const file = join(await directory(), '.env')
  for (const text of ['SERVICE_HOST: ::1\nA=1', 'SERVICE_HOST\nA=1', 'A=1\nSERVICE_HOST']) {
    await writeFile(file, text)
    assert.throws(() => readEnvironment({}, file), /NAME=value/)
  }
  const folder = await directory()
  assert.throws(() => readEnvironment({}, folder), /must be a readable file/)
})

/** Nothing but these lines on standard error, and status 1. */
function assertFaults({ status, stdout, stderr }: Awaited<ReturnType<typeof runToEnd>>, lines: RegExp[]) {
  const said = stderr.trim().split('\n')
  assert.is(said.length, lines.length, stderr)
  for (const [i, line] of lines.entries()) assert.match(said[i] ?? '', line)
  assert.not.match(stderr, 'hunter2')
  assert.is(status, 1)
  assert.not.match(stdout, /^listening/m)
}

test.run()
