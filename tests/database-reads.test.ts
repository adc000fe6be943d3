import { setImmediate } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { connect, openDatabase } from '../lib/db/database.ts'
import { createDatabase } from './support/databases.ts'
import { eventually } from './support/eventually.ts'

const test = suite('database, reads')

const page = { category: null, stale: null, owner_id: null, status: null, limit: 1, offset: 0 }

/** The statements that wait for the table of terms in this database; other tests share the server. */
const waitingForTerms = (tx: TransactionSql) => tx<{ pid: number }[]>`
  select pid from pg_locks
  where
    not granted and relation = 'terms'::regclass
    and database = (select oid from pg_database where datname = current_database())`

test('reads wait for no statement that waits for a lock, however many there are', async () => {
  const { url, drop } = await createDatabase('empty')
  const [db, other] = [openDatabase(url), openDatabase(url)]
  const locks = await other.begin(async (tx) => {
    await tx.one('users/lock-admins')
    const locks = Array.from({ length: 40 }, () => db.many('users/lock-admins'))
    assert.is((await db.read('health/ping')).length, 1)
    return locks
  })
  await Promise.all(locks)
  await Promise.all([db.end(), other.end()])
  await drop()
})

test('a statement that is to read only cannot change anything', async () => {
  const { url, drop } = await createDatabase()
  const db = openDatabase(url)
  const error = await db.read('terms/flag-stale', { days: 1 }).catch((error) => error)
  assert.is(error.code, '25006', 'read_only_sql_transaction')
  await db.end()
  await drop()
})

test('twelve lists run at a time', async () => {
  const { url, drop } = await createDatabase()
  const [db, other] = [openDatabase(url), connect(url)]
  const lists = () =>
    Array.from({ length: 40 }, (_, offset) => db.read('terms/list', { ...page, offset }))
  await Promise.all(lists())
  const { closed, results } = await other.begin(async (tx) => {
    await tx`lock table terms`
    const results = Promise.allSettled(lists())
    await setImmediate()
    return { closed: db.end(), results }
  })
  await closed
  const refused = (await results).filter((each) => each.status === 'rejected')
  assert.is(refused.length, 40 - 12)
  await other.end()
  await drop()
})

test('who waits for the same rows gets them together', async () => {
  const { url, drop } = await createDatabase()
  const [db, other] = [openDatabase(url), connect(url)]
  const read = (limit: number) => db.read('terms/list', { ...page, limit })
  const { ahead, waiting } = await other.begin(async (tx) => {
    await tx`lock table terms`
    const ahead = Array.from({ length: 12 }, (_, i) => read(10 + i))
    const waiting = [read(1), read(2)]
    await setImmediate()
    return { ahead, waiting: [...waiting, read(1)] }
  })
  const [first, another, last] = await Promise.all(waiting)
  assert.is(last, first)
  assert.is.not(another, first)
  await Promise.all(ahead)
  await Promise.all([db.end(), other.end()])
  await drop()
})

test('the same list is read three times at once; who comes meanwhile shares the next', async () => {
  const { url, drop } = await createDatabase()
  const [db, other] = [openDatabase(url), connect(url)]
  const same: Promise<unknown[]>[] = []
  await other.begin(async (tx) => {
    await tx`lock table terms`
    for (let number = 1; number <= 6; number++) {
      same.push(db.read('terms/list', page))
      await setImmediate()
    }
    await eventually('three run', async () => (await waitingForTerms(tx)).length === 3)
  })
  const [first, second, third, fourth, ...later] = await Promise.all(same)
  assert.is(new Set([first, second, third, fourth]).size, 4)
  for (const each of later) assert.is(each, fourth)
  await Promise.all([db.end(), other.end()])
  await drop()
})

const searchPage = { ...page, limit: 5 }
const words = ['SLA', '"', '{}', 'NULL', '\\', "it's", ',', 'a b', '€', '{"x"}', '\\"', '%']

test('four statements for four searches each run at a time', async () => {
  const { url, drop } = await createDatabase()
  const [db, other] = [openDatabase(url), connect(url)]
  const searches = () =>
    Array.from({ length: 24 }, (_, n) => db.read('terms/search', { ...searchPage, q: `term ${n}` }))
  await Promise.all(searches())
  const { closed, results } = await other.begin(async (tx) => {
    await tx`lock table terms`
    const results = Promise.allSettled(searches())
    await setImmediate()
    return { closed: db.end(), results }
  })
  await closed
  const refused = (await results).filter((each) => each.status === 'rejected')
  assert.is(refused.length, 24 - 4 * 4)
  await other.end()
  await drop()
})

test('who waits to search is answered together, each with their own rows', async () => {
  const { url, drop } = await createDatabase()
  const [db, other] = [openDatabase(url), connect(url)]
  const terms = [...words, ...words.map((name) => `${name} again`)].map((name) => ({
    ...{ name, definition: 'One of many.', status: 'pending', source: 'user' },
  }))
  await other`insert into terms ${other(terms)}`
  type Row = { place: number; name: string | null }
  const search = (q: string, limit = 5) => db.read<Row>('terms/search', { ...searchPage, q, limit })
  const { ahead, waiting } = await other.begin(async (tx) => {
    await tx`lock table terms`
    const ahead = Array.from({ length: 16 }, (_, n) => search(`ahead ${n}`))
    const waiting: Promise<Row[]>[] = []
    for (const word of words) {
      await setImmediate()
      waiting.push(search(word), search(`${word} again`, 1))
    }
    return { ahead, waiting }
  })
  await Promise.all(ahead)
  const answers = await Promise.all(waiting)
  assert.equal(
    answers.map(([first]) => first?.name),
    words.flatMap((word) => [word, `${word} again`]),
  )
  for (const [n, rows] of answers.entries()) {
    assert.ok(n % 2 === 0 || rows.length === 1, 'each has its own limit')
    for (const { place } of rows) assert.is(place, n % 4)
  }
  await db.begin(async (tx) => {
    const [row] = await tx.read<Row>('terms/search', { ...searchPage, q: 'SLA' })
    assert.is(row?.name, 'SLA')
  })
  await Promise.all([db.end(), other.end()])
  await drop()
})

test('a search that fails leaves those beside it alone', async () => {
  const { url, drop } = await createDatabase()
  const [db, other] = [openDatabase(url), connect(url)]
  const search = (query: string) => db.read('terms/search', { ...searchPage, q: query })
  const { answers } = await other.begin(async (tx) => {
    await tx`lock table terms`
    const answers = Promise.allSettled(['a', 'b', 'c', 'd', 'not \0 text', 'e'].map(search))
    await setImmediate()
    return { answers }
  })
  assert.equal(
    (await answers).map((each) =>
      each.status === 'rejected' ? each.reason.code : each.value.length,
    ),
    [1, 1, 1, 1, '22P05', 1],
  )
  await Promise.all([db.end(), other.end()])
  await drop()
})

test('searches that together take too long are run one by one', async () => {
  const { url, drop } = await createDatabase()
  const [db, other] = [openDatabase(url), connect(url)]
  const { answers } = await other.begin(async (tx) => {
    await tx`lock table terms`
    const answers = Promise.allSettled(
      ['a', 'b'].map((q) => db.read('terms/search', { ...searchPage, q })),
    )
    await eventually('it runs', async () => (await waitingForTerms(tx)).length === 1)
    const [batch] = await waitingForTerms(tx)
    // The same error as after too long a time.
    await tx`select pg_cancel_backend(${batch?.pid ?? 0})`
    await eventually('there are two now', async () => (await waitingForTerms(tx)).length === 2)
    return { answers }
  })
  for (const each of await answers) {
    assert.is(each.status === 'fulfilled' && each.value.length, 1)
  }
  await Promise.all([db.end(), other.end()])
  await drop()
})

test('rows that are being read already are not for those who ask later', async () => {
  const { url, drop } = await createDatabase()
  const [db, other] = [openDatabase(url), connect(url)]
  const reads = await other.begin(async (tx) => {
    await tx`lock table terms`
    const early = db.read('terms/list', page)
    await eventually('it runs', async () => (await waitingForTerms(tx)).length === 1)
    return [early, db.read('terms/list', page)]
  })
  const [early, late] = await Promise.all(reads)
  assert.is.not(late, early)
  await Promise.all([db.end(), other.end()])
  await drop()
})

test.run()
