import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { connect } from '../lib/db/connection.ts'
import { startEmbedded } from '../lib/db/embedded.ts'
import { eventually } from './support/eventually.ts'
import { runServer } from './support/process.ts'
import { hasPostgres, servers } from './support/servers.ts'
import { root } from './support/sources.ts'
import { secretKey } from './support/test-service.ts'
import { weeklySample } from './support/weekly-sample.ts'

const test = servers('stop')
const base = { SERVICE_SECRET_KEY: secretKey }

test('SIGTERM stops everything it started and exits with status 0', async ({ start, dataDirectory }) => {
  const SERVICE_DATA_DIR = await dataDirectory()
  const server = await start({ ...base, SERVICE_DATA_DIR })
  assert.ok(hasPostgres(SERVICE_DATA_DIR))
  assert.is(await server.stop('SIGTERM'), 0)
  assert.not(hasPostgres(SERVICE_DATA_DIR))
  assert.is(server.output.stderr, '')
})

test('SIGINT stops everything, too, and a repeated one has no effect', async ({ start, dataDirectory }) => {
  const SERVICE_DATA_DIR = await dataDirectory()
  const server = await start({ ...base, SERVICE_DATA_DIR })
  const slow = request(`${server.url}/api/v1/terms`, { method: 'POST' }).on('error', () => {})
  slow.flushHeaders()
  await once(slow, 'socket')
  server.child.kill('SIGINT')
  await eventually('it says that it stops', () => server.output.stdout.includes('stopping'))
  const ended = server.stop('SIGINT')
  slow.end('{}')
  assert.is(await ended, 0)
  assert.not(hasPostgres(SERVICE_DATA_DIR))
})

test('a signal during startup stops everything', async ({ directory }) => {
  const SERVICE_DATA_DIR = await directory()
  const { child, ended } = runServer({ ...base, SERVICE_DATA_DIR, SERVICE_PORT: '0' }, 'start')
  await eventually('it makes a database', () =>
    readdirSync(SERVICE_DATA_DIR).some((name) => name.startsWith('postgresql.new')),
  )
  child.kill('SIGTERM')
  assert.is(await ended, 0)
  assert.not(hasPostgres(SERVICE_DATA_DIR))
})

test('SIGINT during a command stops the embedded PostgreSQL, too', async ({ directory }) => {
  const SERVICE_DATA_DIR = await directory()
  const { child, output, ended } = runServer({ ...base, SERVICE_DATA_DIR }, 'migrate')
  await eventually('PostgreSQL runs', () => hasPostgres(SERVICE_DATA_DIR))
  child.kill('SIGINT')
  assert.is(await ended, 130)
  assert.not(hasPostgres(SERVICE_DATA_DIR))
  assert.equal(output, { stdout: '', stderr: '' })
})

const commands: Record<string, (file: string, target: string) => string[]> = {
  import: (file) => [file],
  export: () => ['--status', 'all'],
  exam: () => [],
  move: (_, target) => [target],
}

for (const [command, argumentsOf] of Object.entries(commands)) {
  test(`SIGTERM in the middle of ${command} stops the embedded PostgreSQL`, async ({ dataDirectory, database }) => {
    const SERVICE_DATA_DIR = await dataDirectory()
    const file = join(SERVICE_DATA_DIR, 'terms.csv')
    writeFileSync(file, 'name,definition\nSLA,What it means.\n')
    const args = argumentsOf(file, await database('empty'))
    // As if a process had been killed: the command goes on with the server that it left, and waits for our lock.
    const { url } = await startEmbedded(SERVICE_DATA_DIR)
    const sql = connect(url)
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`
    await sql`begin`
    await sql`lock table terms`
    const env = { ...base, SERVICE_DATA_DIR }
    const { child, output, ended } = runServer(env, command, {}, args)
    await eventually('it waits for the lock', async () => {
      const [row] = await sql`select from pg_locks where not granted`
      return row !== undefined
    })
    child.kill('SIGTERM')
    assert.is(await ended, 143, output.stderr)
    assert.not(hasPostgres(SERVICE_DATA_DIR))
    assert.is(output.stderr, '')
    await sql.end({ timeout: 0 })
  })
}

test('SIGTERM to npm start reaches the server', async ({ database }) => {
  const env = { ...base, SERVICE_DATABASE_URL: await database(), SERVICE_PORT: '0' }
  const npm = spawn('npm', ['start'], { cwd: root, env: { ...process.env, ...env } })
  let stdout = ''
  npm.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  const ended = once(npm, 'exit')
  await eventually('it listens', () => stdout.includes('listening on'))
  npm.kill('SIGTERM')
  assert.equal(await ended, [0, null])
  assert.match(stdout, '"msg":"stopping"')
  const [url = ''] = /http:\S+/.exec(stdout) ?? []
  assert.is(
    await fetch(url).then(
      () => 'it still runs',
      () => null,
    ),
    null,
  )
})

// Compiling takes as long as ten other tests: at one of these moments each week.
for (const line of weeklySample(['"msg":"the Slack bot', 'listening on'])) {
  test(`Ctrl-C after "${line}" stops everything while modules are still being compiled`, async ({
    directory,
    dataDirectory,
  }) => {
    const SERVICE_DATA_DIR = await dataDirectory()
    // tsx finds nothing compiled there. In a process group of its own, the service and the compiler of tsx
    // both get the signal, as from a terminal.
    const child = spawn(process.execPath, ['--import', './typescript.mjs', 'server.ts', 'demo'], {
      cwd: root,
      env: { ...process.env, TMPDIR: await directory(), SERVICE_DATA_DIR, SERVICE_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk
    })
    const ended = once(child, 'close')
    await eventually(`it writes ${line}`, () => output.stdout.includes(line))
    process.kill(-(child.pid ?? 0), 'SIGINT')
    assert.equal(await ended, [0, null], output.stderr)
    assert.is(output.stderr, '')
    assert.not(hasPostgres(SERVICE_DATA_DIR))
  })
}

test.run()
