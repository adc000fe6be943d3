import { setImmediate } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createClientPool } from '../lib/db/client-pool.ts'

const test = suite('client pool')

/** A pool of fake clients, numbered from 0. Work runs until the test finishes it. */
function openPool(size: number, maxRunning: number) {
  const created: Sql[] = []
  const ended: number[] = []
  const running: { work: string; client: number; finish: (error?: unknown) => void }[] = []
  function connect() {
    const number = created.length
    const sql = { end: async () => void ended.push(number) } as unknown as Sql
    created.push(sql)
    return sql
  }
  const pool = createClientPool(connect, size, maxRunning)
  const use = (work: string, person?: string) =>
    pool.use(
      (sql) =>
        new Promise<string>((resolve, reject) => {
          const finish = (error?: unknown) => (error ? reject(error) : resolve(work))
          running.push({ work, client: created.indexOf(sql), finish })
        }),
      person,
    )
  const started = () => running.map(({ work, client }) => `${work} on ${client}`)
  async function finish(name: string, error?: unknown) {
    running.find(({ work }) => work === name)?.finish(error)
    await setImmediate()
  }
  return { pool, use, started, finish, ended }
}

const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' && result.reason.code

const failure = (code: string) => Object.assign(new Error(code), { code })

test('the least busy client gets the work', async () => {
  const { use, started, finish } = openPool(3, 2)
  for (const name of ['a', 'b', 'c', 'd']) void use(name)
  await finish('b')
  void use('e')
  await setImmediate()
  assert.equal(started(), ['a on 0', 'b on 1', 'c on 2', 'd on 0', 'e on 1'])
})

test('when all clients are busy, work waits in one queue, first in, first out', async () => {
  const { use, started, finish } = openPool(2, 2)
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) void use(name)
  await setImmediate()
  assert.equal(started(), ['a on 0', 'b on 1', 'c on 0', 'd on 1'])
  await finish('d')
  await finish('a')
  await finish('b')
  assert.equal(started().slice(4), ['e on 1', 'f on 0', 'g on 1'])
})

test('later work does not overtake the queue', async () => {
  const { pool, use, started, finish } = openPool(1, 1)
  void use('a')
  void use('queued')
  await setImmediate()
  const late = finish('a')
  void pool.use(async () => {})
  void use('late')
  await late
  assert.equal(started(), ['a on 0', 'queued on 0'])
})

test('work that fails makes room, too', async () => {
  const { use, started, finish } = openPool(1, 1)
  const failed = use('a').catch((error) => error.message)
  const next = use('b')
  await setImmediate()
  await finish('a', new Error('no luck'))
  assert.is(await failed, 'no luck')
  assert.equal(started(), ['a on 0', 'b on 0'])
  await finish('b')
  assert.is(await next, 'b')
})

test('a client that lost its connection is replaced once, and gets no more work', async () => {
  const { use, started, finish, ended } = openPool(1, 2)
  const lost = Promise.allSettled([use('a'), use('b')])
  for (const name of ['c', 'd', 'e']) void use(name)
  await setImmediate()
  await finish('a', failure('CONNECTION_CLOSED'))
  await finish('b', failure('CONNECTION_CLOSED'))
  assert.equal((await lost).map(codeOf), ['database_unreachable', 'database_unreachable'])
  assert.equal(ended, [0])
  assert.equal(started(), ['a on 0', 'b on 0', 'c on 1', 'd on 1'])
  await finish('c')
  assert.equal(started().slice(4), ['e on 1'])
})

test('an error of the statement itself is passed on, and the client stays', async () => {
  const { use, started, finish, ended } = openPool(1, 1)
  const failed = Promise.allSettled([use('a')])
  await setImmediate()
  await finish('a', failure('22P05'))
  assert.equal((await failed).map(codeOf), ['22P05'])
  void use('b')
  await setImmediate()
  assert.equal([started(), ended], [['a on 0', 'b on 0'], []])
})

test('a connection timeout refuses all queued work; later work is tried again', async () => {
  const { use, started, finish } = openPool(1, 1)
  const results = Promise.allSettled([use('a'), use('b'), use('c')])
  await setImmediate()
  await finish('a', failure('CONNECT_TIMEOUT'))
  assert.equal((await results).map(codeOf), Array(3).fill('database_unreachable'))
  void use('d')
  await setImmediate()
  assert.equal(started(), ['a on 0', 'd on 0'])
})

test('a closed pool refuses queued and later work, and closes its connections', async () => {
  const { pool, use, started, finish, ended } = openPool(2, 1)
  const running = Promise.all([use('a'), use('b')])
  const queued = Promise.allSettled([use('c')])
  await setImmediate()
  await pool.end()
  assert.equal((await queued).map(codeOf), ['database_unreachable'])
  assert.equal((await Promise.allSettled([use('d')])).map(codeOf), ['database_unreachable'])
  await finish('a')
  await finish('b')
  assert.equal(await running, ['a', 'b'])
  assert.equal(started(), ['a on 0', 'b on 1'])
  assert.equal(ended, [0, 1])
})

test('a person takes half of the clients, and others pass those who wait', async () => {
  const { use, started, finish } = openPool(4, 1)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void use(name, 'ada')
  void use('b1', 'bob')
  await finish('none')
  assert.equal(started(), ['a1 on 0', 'a2 on 1', 'b1 on 2'])
  await finish('a1')
  assert.equal(started().at(-1), 'a3 on 0')
  void use('c1', 'cyd')
  void use('c2', 'cyd')
  void use('b2', 'bob')
  await finish('b1')
  assert.equal(started().slice(4), ['c1 on 3', 'c2 on 2'])
  await finish('a2')
  assert.is(started().at(-1), 'a4 on 1')
})

test('the work of a person stays on half of the clients, each of which takes several units', async () => {
  const { use, started } = openPool(4, 2)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void use(name, 'ada')
  for (const name of ['b1', 'b2']) void use(name, 'bob')
  assert.equal(started(), ['a1 on 0', 'a2 on 1', 'a3 on 0', 'a4 on 1', 'b1 on 2', 'b2 on 3'])
})

test.run()
