import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { connect, openDatabase, type Queries } from '../lib/db/database.ts'
import { createDatabase } from './support/databases.ts'
import { eventually } from './support/eventually.ts'

const test = suite('database')

/** How many statements for many rows run at a time, of those that are only read and of the others. */
const running = 8

test('a statement that waits for a lock holds up one other at most', async () => {
  const { url, drop } = await createDatabase('empty')
  const [db, other] = [openDatabase(url), openDatabase(url)]
  let done = 0
  const slow = await other.begin(async (tx) => {
    await tx.one('users/lock-admins')
    const slow = db.many('users/lock-admins')
    for (let i = 0; i < 40; i++) void db.many('health/ping').then(() => done++)
    await eventually('the others are through', () => done >= 39)
    return { slow }
  })
  assert.ok(await slow.slow)
  await eventually('all are through', () => done === 40)
  await Promise.all([db.end(), other.end()])
  await drop()
})

test('PostgreSQL compiles no statement, which takes it longer than most that it runs', async () => {
  const { url, drop } = await createDatabase('empty')
  const sql = connect(url)
  const [row] = await sql`show jit`
  assert.is(row?.jit, 'off')
  await sql.end()
  await drop()
})

test('what transactions ask outside themselves does not wait for them, however many there are', async () => {
  const { url, drop } = await createDatabase('empty')
  const db = openDatabase(url)
  const ask = async (tx: Queries) => {
    await tx.one('health/ping')
    return db.one('health/ping')
  }
  const answers = await Promise.all(Array.from({ length: 12 }, () => db.begin(ask)))
  assert.is(answers.filter(Boolean).length, 12)
  await db.end()
  await drop()
})

test('a server that swallows connections is tried by few, and answered for all', async () => {
  const sockets: Socket[] = []
  const hole = createServer((socket) => void sockets.push(socket.on('error', () => {})))
  await once(hole.listen(0, '127.0.0.1'), 'listening')
  const { port } = hole.address() as AddressInfo
  const db = openDatabase(`postgresql://nobody@127.0.0.1:${port}/nothing`)
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => db.many('health/ping')))
  const codes = all.map((each) => each.status === 'rejected' && each.reason.code)
  assert.equal([...new Set(codes)], ['database_unavailable'])
  assert.ok(sockets.length <= running, `${sockets.length} connections`)

  const read = () => db.read('health/ping').catch((error) => error)
  for (let i = 0; i < 40; i++) db.read('health/ping', { i }).catch(() => {})
  const refused = await read()
  assert.is.not(await read(), refused, 'what was refused while it waited is asked anew')
  for (const socket of sockets) socket.destroy()
  await Promise.all([db.end(), once(hole.close(), 'close')])
})

test('closing it lets running statements end, and refuses those that wait for their turn', async () => {
  const { url, drop } = await createDatabase('empty')
  const [db, other] = [openDatabase(url), openDatabase(url)]
  await Promise.all(Array.from({ length: running }, () => db.many('health/ping')))
  const { closed, results } = await other.begin(async (tx) => {
    await tx.one('users/lock-admins')
    const results = Promise.allSettled(
      Array.from({ length: 40 }, () => db.many('users/lock-admins')),
    )
    await setImmediate()
    return { closed: db.end(), results }
  })
  await closed
  const refused = (await results).filter((each) => each.status === 'rejected')
  assert.is(refused.length, 40 - running)
  for (const { reason } of refused) assert.is(reason.code, 'database_unavailable')
  for (let i = 0; i < 12; i++) {
    const late = await db.many('health/ping').catch((error) => error)
    assert.is(late.code, 'database_unavailable', 'nor does it connect again')
  }
  await other.end()
  await drop()
})

test.run()
