import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { createLog } from '../lib/app/log.ts'
import { connect } from '../lib/db/connection.ts'
import { openDatabase } from '../lib/db/database.ts'
import { startEmbedded } from '../lib/db/embedded.ts'
import { eventually } from './support/eventually.ts'
import { hasPostgres, postmaster, servers } from './support/servers.ts'
import { secretKey } from './support/test-service.ts'

const test = servers('embedded restarts')
const runsAgain = 'the embedded PostgreSQL runs again'

/** Starts a server that is started again when it exits. `messages` are those of the log, and of errors. */
async function startSupervised(path: string) {
  const messages: string[] = []
  const log = createLog('info', { write: (line) => messages.push(JSON.parse(line).msg) })
  const onFailure = (error: unknown) => messages.push(String(error))
  const server = await startEmbedded(path, { supervision: { log, onFailure } })
  return { server, messages }
}

test('a server that exits is started again', async ({ dataDirectory }) => {
  const path = await dataDirectory()
  const { server } = await startSupervised(path)
  const db = openDatabase(server.url)
  await db.run('db/ping')
  process.kill(await postmaster(path), 'SIGKILL')
  await eventually('it is gone', () =>
    db.run('db/ping').then(
      () => false,
      () => true,
    ),
  )
  await eventually('it responds again', () => db.run('db/ping').then(() => true))
  await db.end()
  await server.stop()
  assert.not(hasPostgres(path))
})

test('a server that is being started again can be stopped', async ({ dataDirectory }) => {
  const path = await dataDirectory()
  const { server, messages } = await startSupervised(path)
  process.kill(await postmaster(path), 'SIGQUIT')
  await eventually('it is started again', () => messages.length === 1)
  await server.stop()
  assert.is(messages[1], runsAgain)
  assert.not(hasPostgres(path))
})

test('a server is started again once the sessions of the last one have ended', async ({ dataDirectory }) => {
  const path = await dataDirectory()
  const { server, messages } = await startSupervised(path)
  const sql = connect(server.url)
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const session = row?.pid ?? 0
  process.kill(session, 'SIGSTOP')
  process.kill(await postmaster(path), 'SIGKILL')
  await eventually('it cannot start', async () =>
    (await readFile(join(path, 'postgresql.log'), 'utf8')).includes('shared memory block'),
  )
  process.kill(session, 'SIGCONT')
  await eventually('the next try has ended', () => messages.length === 2)
  assert.is(messages[1], runsAgain)
  await sql.end({ timeout: 0 })
  await server.stop()
  assert.not(hasPostgres(path))
})

test('the lock of the directory is taken again when its session ends', async ({ dataDirectory }) => {
  const path = await dataDirectory()
  const { server } = await startSupervised(path)
  const sql = connect(server.url)
  const findHolder = async () => {
    const [row] = await sql`select pid from pg_locks where locktype = 'advisory' and granted`
    return row?.pid
  }
  const first = await findHolder()
  await sql`select pg_terminate_backend(${first}, 5000)`
  await eventually('another session has it', async () => {
    const pid = await findHolder()
    return pid && pid !== first
  })
  await sql.end()
  await server.stop()
})

test('a server that cannot be started again ends the process with status 1', async (service) => {
  const SERVICE_DATA_DIR = await service.dataDirectory()
  const { child } = await service.start({ SERVICE_SECRET_KEY: secretKey, SERVICE_DATA_DIR })
  const pid = await postmaster(SERVICE_DATA_DIR)
  await rm(join(SERVICE_DATA_DIR, 'postgresql', 'global'), { recursive: true })
  process.kill(pid, 'SIGKILL')
  await eventually('the process has ended', () => child.exitCode === 1)
})

test.run()
