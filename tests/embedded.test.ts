import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { connect as dial } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import * as assert from 'uvu/assert'
import { connect } from '../lib/db/connection.ts'
import { EmbeddedServerError, startEmbedded } from '../lib/db/embedded.ts'
import { chooseAccount, findBinaries } from '../lib/db/postgres-binaries.ts'
import { stop } from '../lib/db/server-control.ts'
import { eventually } from './support/eventually.ts'
import { runToEnd } from './support/process.ts'
import { hasPostgres, kill, postmaster, servers } from './support/servers.ts'
import { secretKey } from './support/test-service.ts'

const test = servers('embedded')

/** Runs a query on a new connection and returns the first value of the first row. */
async function query(url: string, text: string): Promise<unknown> {
  const sql = connect(url)
  try {
    const [row] = await sql.unsafe(text)
    return row && Object.values(row)[0]
  } finally {
    await sql.end()
  }
}

/** Returns the SQLSTATE of the error, or null if the query succeeds. */
const errorCode = (url: string, text: string) =>
  query(url, text).then(
    () => null,
    (error: { code?: string }) => error.code,
  )

/** Whether a server listens on a port. */
async function isListening(host: string, port: number) {
  const socket = dial(port, host)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

test('the first start creates a database with a random password, and stores the password in a file', async (service) => {
  const [parent, left] = [await service.directory(), await service.directory()]
  // What an interrupted start has left does not prevent the next one.
  await mkdir(join(left, 'postgresql.new-0a1b2c3d', 'base'), { recursive: true })
  await writeFile(join(left, 'postgresql.password'), 'an_old_password_of_32_characters', { mode: 0o600 })
  assert.is((await stat(parent)).mode & 0o777, 0o700)
  const passwords = []
  for (const directory of [join(parent, 'a', 'b'), left]) {
    const server = await startEmbedded(directory)
    const file = join(directory, 'postgresql.password')
    const password = await readFile(file, 'utf8')
    assert.is((await stat(file)).mode & 0o777, 0o600)
    assert.match(password, /^[\w-]{32}$/)
    assert.is(new URL(server.url).password, password)
    assert.is(await query(server.url, 'select 1'), 1)
    passwords.push(password)
    await server.stop()
    assert.is((await stat(join(directory, 'postgresql'))).mode & 0o077, 0)
  }
  assert.is.not(passwords[0], passwords[1])
})

test('data and password survive a restart', async ({ dataDirectory }) => {
  const path = await dataDirectory()
  const first = await startEmbedded(path)
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  assert.not(hasPostgres(path))
  assert.ok(await errorCode(first.url, 'select 1'))
  const second = await startEmbedded(path)
  assert.is(await query(second.url, 'select answer from kept'), 42)
  assert.is(new URL(second.url).password, new URL(first.url).password)
  await second.stop()
})

test('the server listens on a socket that other accounts cannot reach, and on no port', async ({ dataDirectory }) => {
  const path = await dataDirectory()
  const server = await startEmbedded(path)
  assert.is(await query(server.url, 'show listen_addresses'), '')
  assert.is(await query(server.url, 'select inet_server_port()'), null)
  const data = join(path, 'postgresql')
  assert.is((await stat(data)).mode & 0o777, 0o700)
  assert.is((await stat(join(data, '.s.PGSQL.5432'))).mode & 0o777, 0o700)
  const wrong = Object.assign(new URL(server.url), { password: 'wrong' }).href
  assert.is(await errorCode(wrong, 'select 1'), '28P01')
  await server.stop()
})

test('where the path of the socket would be too long, the server listens on a port', async (service) => {
  const path = join(await service.directory(), 'x'.repeat(80))
  await rename(await service.dataDirectory(), path)
  const server = await startEmbedded(path)
  assert.is(await query(server.url, 'show listen_addresses'), '127.0.0.1')
  await server.stop()
})

test('over TCP, the server accepts only local connections with the password', async ({ dataDirectory }) => {
  const server = await startEmbedded(await dataDirectory(), { flags: ['fsync=off'], overTcp: true })
  assert.is(await query(server.url, 'show fsync'), 'off')
  assert.is(await query(server.url, 'show listen_addresses'), '127.0.0.1')
  assert.is(await query(server.url, 'show unix_socket_directories'), '')
  assert.is(await query(server.url, 'show password_encryption'), 'scram-sha-256')
  const wrong = Object.assign(new URL(server.url), { password: 'wrong' }).href
  assert.is(await errorCode(wrong, 'select 1'), '28P01')
  const none = Object.assign(new URL(server.url), { password: '' }).href
  assert.ok(await errorCode(none, 'select 1'))

  const port = Number(new URL(server.url).port)
  assert.ok(await isListening('127.0.0.1', port))
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ address, scopeid }) => address !== '127.0.0.1' && !scopeid)
  for (const { address } of others) assert.not(await isListening(address, port), address)
  await server.stop()
})

test('a second process on the same directory fails to start; the first one continues', async (service) => {
  const SERVICE_DATA_DIR = await service.dataDirectory()
  const env = { SERVICE_DATA_DIR, SERVICE_SECRET_KEY: secretKey, SERVICE_PORT: '0' }
  const first = await service.start(env)
  const { status, stderr } = await runToEnd(env)
  const line = `SERVICE_DATA_DIR ${SERVICE_DATA_DIR} is in use by another process; stop that one or choose another directory\n`
  assert.equal([status, stderr], [1, line])
  const SERVICE_APP_URL = 'https://glossary.example.com'
  for (const [command, args, advice] of [
    ['import', ['package.json'], `import the file there: as an editor at ${SERVICE_APP_URL}/import, or `],
    ['export', [], `export there: at ${SERVICE_APP_URL}/export, or `],
    ['exam', [], `an admin takes the exam there: at ${SERVICE_APP_URL}/admin/agents`],
    ['migrate', [], 'it has applied its migrations'],
  ] as const) {
    const refused = await runToEnd({ ...env, SERVICE_APP_URL }, command, [...args])
    assert.equal([refused.status, refused.stdout], [1, ''])
    assert.ok(
      refused.stderr.includes(`is in use by another process. If that is the service, ${advice}`),
      refused.stderr,
    )
    assert.not.match(refused.stderr, /another directory/)
  }
  const error = await startEmbedded(SERVICE_DATA_DIR).catch((error) => error)
  assert.instance(error, EmbeddedServerError)
  assert.is((await fetch(`${first.url}/ready`)).status, 200)
  assert.is(await first.stop(), 0)
})

test('a server that stops can be taken by nobody, and a demo says what it waits for', async (service) => {
  const SERVICE_DATA_DIR = await service.dataDirectory()
  const first = await startEmbedded(SERVICE_DATA_DIR)
  const { status, stderr } = await runToEnd({ SERVICE_DATA_DIR, SERVICE_PORT: '0' }, 'demo')
  assert.is(status, 1)
  assert.match(stderr, /^another demo or service uses .*, or is just stopping: stop it, wait a moment, or choose/)
  const sql = connect(first.url)
  assert.not(await takesLock(sql))
  const stopping = first.stop()
  let isTaken = false
  while (!isTaken) {
    const answer = await takesLock(sql).catch(() => null)
    if (answer === null) break // It has stopped.
    isTaken = answer
  }
  assert.not(isTaken, 'it has the lock for as long as its server runs')
  await sql.end({ timeout: 0 })
  await stopping
})

/** Whether another process can use a server that runs. */
async function takesLock(sql: Sql) {
  const [row] = await sql<{ taken: boolean }[]>`
    select pg_try_advisory_lock(hashtextextended('glossary.server', 0)) as taken`
  return row?.taken ?? false
}

test('if two processes start in an empty directory concurrently, one of them gets it', async ({ directory }) => {
  const path = await directory()
  const results = await Promise.allSettled([startEmbedded(path), startEmbedded(path)])
  const [winner, ...others] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const [loser] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  assert.is(others.length, 0)
  assert.instance(loser, EmbeddedServerError)
  assert.is(winner && (await query(winner.url, 'select 1')), 1)
  await winner?.stop()
})

test('a server that a killed process left running is used', async ({ start, dataDirectory }) => {
  const SERVICE_DATA_DIR = await dataDirectory()
  const owner = await start({ SERVICE_DATA_DIR, SERVICE_SECRET_KEY: secretKey })
  await kill(owner)
  const pid = await postmaster(SERVICE_DATA_DIR)
  assert.ok(process.kill(pid, 0), 'PostgreSQL survives the service')
  const server = await startEmbedded(SERVICE_DATA_DIR)
  assert.is(await postmaster(SERVICE_DATA_DIR), pid)
  assert.is(await query(server.url, 'select count(*)::int from terms'), 0)
  await server.stop()
  assert.not(hasPostgres(SERVICE_DATA_DIR))
})

test('after a crash, PostgreSQL recovers and no data is lost', async (service) => {
  const path = await service.dataDirectory()
  const first = await startEmbedded(path)
  await query(first.url, 'create table kept as select 42 as answer')
  process.kill(await postmaster(path), 'SIGKILL')
  let second = first
  await eventually('the server starts again', async () => {
    second = await startEmbedded(path)
    return true
  })
  assert.is(await query(second.url, 'select answer from kept'), 42)
  await second.stop()
})

for (const [end, state] of Object.entries({ crash: 'ready', 'crash while it starts': 'starting' })) {
  test(`after a ${end}, a PID file with the PID of another process does not prevent the start`, async ({
    dataDirectory,
  }) => {
    const path = await dataDirectory()
    await (await startEmbedded(path)).stop()
    const unrelated = spawn('sleep', ['600'])
    // Another server listens on the port of which one that starts writes first, on a socket or not.
    const { port } = new URL(process.env.TEST_DATABASE_URL ?? '')
    try {
      // As in a container, where PIDs are small and soon reused.
      const data = join(path, 'postgresql')
      const where = state === 'ready' ? ['1', '', '127.0.0.1'] : [port, '', '']
      const lines = [unrelated.pid, data, '1700000000', ...where, '', state]
      await writeFile(join(data, 'postmaster.pid'), `${lines.join('\n')}\n`)
      await writeFile(join(data, '.s.PGSQL.5432.lock'), `${lines.join('\n')}\n`)
      const server = await startEmbedded(path)
      assert.is(await query(server.url, 'select 1'), 1)
      await server.stop()
    } finally {
      unrelated.kill()
    }
  })
}

test('a server that exits by itself before it is stopped is no error', async ({ dataDirectory }) => {
  const root = await dataDirectory()
  const [{ pg_ctl }, runAsOwner] = await Promise.all([findBinaries(), chooseAccount(root)])
  await stop({ pg_ctl, root, data: join(root, 'postgresql'), flags: [], runAsOwner })
})

test('commands reach a server at its Unix socket by every way to write its URL', async (service) => {
  const directory = await service.dataDirectory()
  const server = await startEmbedded(directory)
  const { password, searchParams } = new URL(server.url)
  const socket = searchParams.get('host') ?? ''
  const user = `glossary:${password}@`
  for (const SERVICE_DATABASE_URL of [
    `postgresql+asyncpg://${user}/postgres?host=${socket}`,
    `postgresql://${user}/postgres?port=5432&host=${encodeURIComponent(socket)}`,
    `postgresql://${user}${encodeURIComponent(socket)}/postgres`,
  ]) {
    const { status, stdout, stderr } = await runToEnd({ SERVICE_DATABASE_URL }, 'migrate')
    assert.equal([status, stdout, stderr], [0, 'the schema is up to date\n', ''])
  }
  await server.stop()
})

test.run()
