import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { runSteps } from '../lib/db/migration-steps.ts'
import { createDatabase } from './support/databases.ts'
import { eventually } from './support/eventually.ts'
import { suite } from './support/suite.ts'

const test = suite('steps of migrations')

const migration = `-- Adds a second name.
-- step: transaction
alter table things add column if not exists second_name text;
-- step: batches
update things set second_name = name
where id in (select id from things where second_name is null order by id limit 5000);
-- step: concurrently
create index concurrently if not exists things_second_name_idx on things (second_name);
`

test('people write while the steps run, and do not wait for what a step waits for', async () => {
  const { url, drop } = await createDatabase('empty')
  const open = () => postgres(url, { max: 1, onnotice() {} })
  const [sql, holder, writer, watcher] = [open(), open(), open(), open()]
  await sql`create table things (id integer primary key generated always as identity, name text)`
  await sql`create table done (name text)`
  await sql`insert into things (name) select 'thing ' || n from generate_series(1, 22000) n`
  let isOver = false
  let written = 0
  async function write() {
    while (!isOver) {
      await writer`insert into things (name) values ('another')`
      written++
      await delay(10)
    }
  }
  const sentences: string[] = []
  const record = (tx: postgres.TransactionSql) => tx`insert into done (name) values ('it')`
  // A transaction that lasts, as an import does: the column cannot be added before its end.
  const { migrating, writing } = await holder.begin(async (tx) => {
    await tx`update things set name = 'held' where id = 1`
    const migrating = runSteps(sql, migration, record, (sentence) => sentences.push(sentence))
    const writing = write()
    await eventually('a write waits for the migration, which waits for this', async () => {
      const [row] = await watcher`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and query like 'insert into things%'`
      return row
    })
    const before = written
    await eventually('it is done', () => written > before)
    return { migrating, writing }
  })
  await migrating
  isOver = true
  await writing
  const [first = '', second = '', third = ''] = sentences
  assert.match(first, /^step 1 of 3 \(transaction\) took \d+\.\d s$/)
  assert.match(second, /^step 2 of 3 \(batches, 2\d{4} rows\) took \d+\.\d s$/)
  assert.match(third, /^step 3 of 3 \(concurrently\) took \d+\.\d s$/)
  const [row] = await sql<{ unfilled: number; done: number }[]>`
    select
      (select count(*)::integer from things where second_name is null and id <= 22000) as unfilled,
      (select count(*)::integer from done) as done`
  assert.equal({ ...row }, { unfilled: 0, done: 1 })
  const [index] = await sql<{ indisvalid: boolean }[]>`
    select indisvalid from pg_index where indexrelid = 'things_second_name_idx'::regclass`
  assert.is(index?.indisvalid, true)
  await Promise.all([sql, holder, writer, watcher].map((each) => each.end()))
  await drop()
})

test('a migration without steps is one transaction, which records that it has run', async () => {
  const { url, drop } = await createDatabase('empty')
  const sql = postgres(url, { max: 1, onnotice() {} })
  const text = '-- A comment.\ncreate table one (id integer);\ncreate table two (id integer);\n'
  const failing = () => Promise.reject(new Error('it cannot be recorded'))
  const error = await runSteps(sql, text, failing, () => {}).catch((reason) => reason)
  assert.is(error.message, 'it cannot be recorded')
  const tables = await sql`select from pg_tables where schemaname = 'public'`
  assert.is(tables.length, 0)
  await sql.end()
  await drop()
})

test.run()
