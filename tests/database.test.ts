import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { connect } from '../lib/db/connection.ts'
import { openDatabase, type Queries } from '../lib/db/database.ts'
import { createDatabase } from './support/databases.ts'
import { eventually } from './support/eventually.ts'
import { suite } from './support/suite.ts'

const test = suite('database')

/** How many statements run at a time; the others are queued. */
const maxRunning = 12

test('a statement that waits for a lock delays at most the two others on its connection', async () => {
  const { url, drop } = await createDatabase('empty')
  const [db, other] = [openDatabase(url), openDatabase(url)]
  let done = 0
  const { slow } = await other.begin(async (tx) => {
    await tx.run('identity/lock-admins')
    const slow = db.run('identity/lock-admins')
    for (let i = 0; i < 40; i++) void db.run('db/ping').then(() => done++)
    await eventually('the others are done', () => done >= 38)
    return { slow }
  })
  await slow
  await eventually('all are done', () => done === 40)
  await Promise.all([db.end(), other.end()])
  await drop()
})

test('PostgreSQL compiles no statement: for most of them that would take longer than running them', async () => {
  const { url, drop } = await createDatabase('empty')
  const sql = connect(url)
  const [row] = await sql`show jit`
  assert.is(row?.jit, 'off')
  await sql.end()
  await drop()
})

test('transactions do not delay the statements that their work runs outside them', async () => {
  const { url, drop } = await createDatabase('empty')
  const db = openDatabase(url)
  const ask = async (tx: Queries) => {
    await tx.run('db/ping')
    return db.one('db/ping')
  }
  const answers = await Promise.all(Array.from({ length: 12 }, () => db.begin(ask)))
  assert.is(answers.filter(Boolean).length, 12)
  await db.end()
  await drop()
})

test('a transaction within a transaction joins it', async () => {
  const { url, drop } = await createDatabase()
  const [db, sql] = [openDatabase(url), connect(url)]
  const event = { actor_id: null, action: 'auth.login', target_type: null, target_id: null, payload: {} }
  const failed = db.begin(async (tx) => {
    await tx.begin((inner) => inner.run('identity/record-audit-event', event))
    throw new Error('rolled back')
  })
  assert.is(await failed.catch((error) => error.message), 'rolled back')
  const [row] = await sql`select count(*)::integer as total from audit_events`
  assert.is(row?.total, 0)
  await Promise.all([db.end(), sql.end()])
  await drop()
})

test('a read-only database refuses to change anything, in transactions as well', async () => {
  const { url, drop } = await createDatabase()
  const db = openDatabase(url, { readOnly: true })
  const flag = (queries: Queries) => queries.run('jobs/report-stale-terms')
  const refused = await Promise.allSettled([flag(db), db.begin(flag)])
  const codes = refused.map((each) => each.status === 'rejected' && each.reason.cause.code)
  assert.equal(codes, ['25006', '25006'], 'read_only_sql_transaction')
  assert.ok(await db.one('db/ping'))
  await db.end()
  await drop()
})

test('a lock timeout ends the wait for a lock as an outage', async () => {
  const { url, drop } = await createDatabase('empty')
  const [db, other] = [openDatabase(url, { lockTimeoutMs: 1 }), openDatabase(url)]
  await other.begin(async (tx) => {
    await tx.run('identity/lock-admins')
    const error = await db.run('identity/lock-admins').catch((error) => error)
    assert.equal([error.code, error.cause.code], ['database_busy', '55P03'])
  })
  await Promise.all([db.end(), other.end()])
  await drop()
})

for (const [times, what] of [
  [1, 'a transaction that PostgreSQL ends for a deadlock runs once more, as a whole'],
  [2, 'a second deadlock is 503, and not for too much to do'],
] as const)
  test(what, async () => {
    const { url, drop } = await createDatabase()
    const [db, other, watcher] = [openDatabase(url), connect(url), connect(url)]
    await watcher`
      insert into terms (name, definition, status, source) values ('A', 'x', 'pending', 'user'), ('B', 'x', 'pending', 'user')`
    const [a = '', b = ''] = (await watcher`select id from terms order by name`).map(({ id }) => id as string)
    // Whoever looks for a deadlock first is ended: we.
    await watcher.unsafe(`alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '10ms'`)
    const isWaiting = async () =>
      (
        await watcher`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length > 0
    let runs = 0
    const ours = db.begin(async (tx) => {
      await tx.run('glossary/lock-term', { id: a })
      if (++runs <= times) {
        const theirs = other.begin(async (their) => {
          await their`set local deadlock_timeout = '1min'`
          await their`select from terms where id = ${b} for update`
          await their`select from terms where id = ${a} for update`
        })
        theirs.catch(() => {})
        await eventually('they wait for us', isWaiting)
      }
      await tx.run('glossary/lock-term', { id: b })
      return 'done'
    })
    const outcome = await ours.catch((error) => error)
    assert.is(runs, 2)
    if (times === 1) assert.is(outcome, 'done')
    else {
      assert.equal([outcome.code, outcome.status, outcome.cause.code], ['database_busy', 503, '40P01'])
      assert.match(outcome.message, 'Others were changing the same things')
    }
    await Promise.all([db.end(), other.end(), watcher.end()])
    await drop()
  })

test('one row means one: a statement that gives more is an error', async () => {
  const { url, drop } = await createDatabase()
  const [db, sql] = [openDatabase(url), connect(url)]
  const params = { prefix: 'SL' }
  assert.is(await db.one('glossary/complete-name', params), undefined)
  const add = (name: string) =>
    sql`insert into terms (name, definition, status, source) values (${name}, 'x', 'pending', 'user')`
  await add('SLA')
  assert.ok(await db.one('glossary/complete-name', params))
  await add('SLO')
  const message = await db.one('glossary/complete-name', params).catch((error) => error.message)
  assert.is(message, 'sql/glossary/complete-name.sql gave 2 rows, not one')
  await Promise.all([db.end(), sql.end()])
  await drop()
})

test('a statement needs a value for each of its parameters', async () => {
  const { url, drop } = await createDatabase('empty')
  const db = openDatabase(url)
  const messageOf = (name: string, params = {}) => db.many(name, params).catch((error) => error.message)
  assert.is(await messageOf('glossary/read-term'), 'sql/glossary/read-term.sql: no value for :id')
  assert.is(await messageOf('glossary/nonsense'), 'no such statement: sql/glossary/nonsense.sql')
  await db.end()
  await drop()
})

test('a server that accepts connections and never answers is tried by few statements', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => {})))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  const db = openDatabase(`postgresql://nobody@127.0.0.1:${port}/nothing`)
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => db.many('db/ping')))
  const codes = all.map((each) => each.status === 'rejected' && each.reason.code)
  assert.ok(
    codes.every((code) => code === 'database_unreachable' || code === 'timeout'),
    `${codes}`,
  )
  assert.ok(sockets.length <= maxRunning, `${sockets.length} connections`)
  for (const socket of sockets) socket.destroy()
  await Promise.all([db.end(), once(silent.close(), 'close')])
})

test('a connection that is lost right after the login fails what it was opened for', async () => {
  const { url, drop } = await createDatabase('empty')
  const { hostname, port } = new URL(url)
  // Breaks every connection at the first message that follows the login.
  const proxy = createServer((client) => {
    const server = dial(Number(port), hostname)
    let isLoggedIn = false
    const end = () => {
      server.destroy()
      client.resetAndDestroy()
    }
    server.on('error', end).on('data', (chunk) => {
      isLoggedIn ||= chunk.includes('Z\0\0\0\x05I')
      client.write(chunk)
    })
    client.on('error', end).on('data', (chunk) => (isLoggedIn ? end() : server.write(chunk)))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const through = Object.assign(new URL(url), { port: (proxy.address() as AddressInfo).port })
  const db = openDatabase(through.href)
  const lost = [db.one('db/ping'), db.begin((tx) => tx.one('db/ping'))]
  const codes = await Promise.all(lost.map((each) => each.catch((error) => error.code)))
  assert.equal(codes, ['database_unreachable', 'database_unreachable'])
  await Promise.all([db.end(), once(proxy.close(), 'close')])
  await drop()
})

test('closing lets running statements finish, and refuses queued and later ones', async () => {
  const { url, drop } = await createDatabase('empty')
  const [db, other] = [openDatabase(url), openDatabase(url)]
  await Promise.all(Array.from({ length: maxRunning }, () => db.many('db/ping')))
  const { closed, results } = await other.begin(async (tx) => {
    await tx.run('identity/lock-admins')
    const results = Promise.allSettled(Array.from({ length: 40 }, () => db.many('identity/lock-admins')))
    await setImmediate()
    return { closed: db.end(), results }
  })
  await closed
  const refused = (await results).filter((each) => each.status === 'rejected')
  assert.is(refused.length, 40 - maxRunning)
  for (const { reason } of refused) assert.is(reason.code, 'database_unreachable')
  for (let i = 0; i < 12; i++) {
    const late = await db.many('db/ping').catch((error) => error)
    assert.is(late.code, 'database_unreachable', 'it does not connect again')
  }
  await other.end()
  await drop()
})

test.run()
