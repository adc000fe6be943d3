import { execFileSync } from 'node:child_process'
import * as assert from 'uvu/assert'
import { openDatabase } from '../lib/db/database.ts'
import { startEmbedded } from '../lib/db/embedded.ts'
import { eventually } from './support/eventually.ts'
import { postmaster, servers } from './support/servers.ts'

const test = servers('a database that stops responding')

/** Sends a signal to a PostgreSQL server and all its processes. */
function signalAll(pid: number, signal: NodeJS.Signals) {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  for (const each of [pid, ...children.trim().split(/\s+/).map(Number)]) process.kill(each, signal)
}

test('statements and transactions fail, and work again once it responds', async ({ directory }) => {
  const path = await directory()
  const server = await startEmbedded(path)
  const db = openDatabase(server.url)
  await Promise.all(Array.from({ length: 8 }, () => db.many('health/ping')))
  await db.begin((tx) => tx.many('health/ping'))
  const pid = await postmaster(path)
  const inTransaction = db.begin(async (tx) => {
    await tx.many('health/ping')
    signalAll(pid, 'SIGSTOP')
    return tx.many('health/ping')
  })
  const ping = () => db.many('health/ping')
  await eventually('it is silent', () =>
    execFileSync('ps', ['-o', 'stat=', String(pid)]).includes('T'),
  )
  const results = await Promise.allSettled([
    inTransaction,
    db.begin((tx) => tx.many('health/ping')),
    ...Array.from({ length: 50 }, ping),
  ])
  for (const result of results) {
    assert.is(result.status, 'rejected')
    if (result.status === 'rejected') assert.is(result.reason.status, 503, result.reason.stack)
  }
  signalAll(pid, 'SIGCONT')
  await eventually('statements work', ping, 5)
  await eventually('transactions work', () => db.begin((tx) => tx.many('health/ping')), 5)
  await db.end()
  await server.stop()
})

test.run()
