import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { readFunctions } from '../lib/db/functions.ts'
import { migrate, OtherVersionError, waitForMigrations } from '../lib/db/migrate.ts'
import { createPatience, type Patience } from '../lib/db/patience.ts'
import { createDatabase } from './support/databases.ts'
import { eventually } from './support/eventually.ts'
import { suite } from './support/suite.ts'

type TestService = { url: string; sql: postgres.Sql; directory: string; drop(): Promise<void> }

const test = suite<TestService>('migrations')
const found = await readdir(new URL('../migrations', import.meta.url))
/** Every migration. */
const migrations = found.filter((name) => name.endsWith('.ts')).sort()
/** Every file that runs on an empty database. */
const files = [...migrations, ...readFunctions().keys()]

test.before.each(async (service) => {
  const { url, drop } = await createDatabase('empty')
  const directory = await mkdtemp(join(tmpdir(), 'glossary-test-'))
  Object.assign(service, { url, drop, directory, sql: postgres(url, { max: 1, onnotice() {} }) })
})

test.after.each(async ({ sql, drop, directory }) => {
  await sql.end()
  await drop()
  await rm(directory, { recursive: true })
})

/** The migrations that a database knows of, in the order of their application. */
const applied = async (sql: postgres.Sql) =>
  (await sql<{ name: string }[]>`select name from migrations order by id`).map(({ name }) => name)

const none = new Map<string, string>()

/** Adds a migration that runs a statement. */
async function add(directory: string, name: string, statement: string) {
  await writeFile(join(directory, name), '')
  await writeFile(join(directory, name.replace(/\.ts$/, '.sql')), statement)
}

test('all run once, in order; a second run does nothing', async ({ url, sql }) => {
  assert.equal(await migrate(url), files)
  assert.equal(await migrate(url), [])
  assert.equal(await applied(sql), migrations)
})

test('several at once on an empty database all succeed, and one does the work', async (service) => {
  const names = await Promise.all(Array.from({ length: 6 }, () => migrate(service.url)))
  assert.equal(names.flat(), files)
  assert.equal(await applied(service.sql), migrations)
})

test('a migration that fails leaves what came before it, and nothing of itself', async (service) => {
  const { url, sql, directory } = service
  await add(directory, '0001-first.ts', 'create table first (id integer)')
  await add(directory, '0002-bad.ts', 'create table second (id integer); select 1 / 0')
  await add(directory, '0003-third.ts', 'create table third (id integer)')
  try {
    await migrate(url, { directory, functions: none })
    assert.unreachable()
  } catch (error) {
    assert.is((error as { code?: string }).code, '22012')
    assert.is((error as { migration?: string }).migration, '0002-bad.ts')
  }
  assert.equal(await applied(sql), ['0001-first.ts'])
  const [row] = await sql`
    select to_regclass('first') is not null as first, to_regclass('second') is not null as second,
      to_regclass('third') is not null as third`
  assert.equal({ ...row }, { first: true, second: false, third: false })

  await add(directory, '0002-bad.ts', 'create table second (id integer)')
  assert.equal(await migrate(url, { directory, functions: none }), ['0002-bad.ts', '0003-third.ts'])
})

test('a new migration runs alone', async ({ url, directory }) => {
  await add(directory, '0001-first.ts', 'create table first (id integer)')
  await migrate(url, { directory, functions: none })
  await add(directory, '0002-second.ts', 'create table second (id integer)')
  assert.equal(await migrate(url, { directory, functions: none }), ['0002-second.ts'])
})

test('who waits for the lock goes on when its holder is gone', async ({ url }) => {
  const holder = postgres(url, { max: 1 })
  await holder`select pg_advisory_lock(hashtextextended('glossary.migrations', 0))`
  let isDone = false
  let attempts = 0
  const patience: Patience = {
    until: (what, attempt) =>
      createPatience().until(what, () => {
        attempts += 1
        return attempt()
      }),
  }
  const waiting = migrate(url, { patience }).then((names) => {
    isDone = true
    return names
  })
  await eventually('it waits', () => attempts > 2)
  assert.not(isDone)
  await holder.end()
  assert.equal(await waiting, files)
})

const answer = (text: string) => `create or replace function answer() returns text language sql return '${text}';`

test('a file of functions runs when its text has changed, and only then', async (service) => {
  const { url, sql, directory } = service
  const load = (...entries: [name: string, text: string][]) => migrate(url, { directory, functions: new Map(entries) })
  const question = 'create or replace view question as select answer() as answer;'

  assert.equal(await load(['a.sql', answer('one')], ['b.sql', question]), ['a.sql', 'b.sql'])
  assert.equal(await load(['a.sql', answer('one')], ['b.sql', question]), [])
  assert.equal(await load(['a.sql', answer('two')], ['b.sql', question]), ['a.sql'])
  assert.equal({ ...(await sql`select answer from question`)[0] }, { answer: 'two' })
})

test('several processes at once load a changed file of functions once', async (service) => {
  const { url, directory } = service
  await migrate(url, { directory, functions: new Map([['a.sql', answer('one')]]) })
  const change = () => migrate(url, { directory, functions: new Map([['a.sql', answer('two')]]) })
  const names = await Promise.all(Array.from({ length: 4 }, change))
  assert.equal(names.flat(), ['a.sql'])
})

test('functions run after the migrations whose tables they use', async ({ url, directory }) => {
  await add(directory, '0001-first.ts', 'create table first (id integer)')
  const functions = new Map([['a.sql', 'create view seconds as select id from first']])
  assert.equal(await migrate(url, { directory, functions }), ['0001-first.ts', 'a.sql'])
})

test('a file of functions that fails leaves what was there, and runs again', async (service) => {
  const { url, sql, directory } = service
  await migrate(url, { directory, functions: new Map([['a.sql', answer('one')]]) })
  try {
    await migrate(url, { directory, functions: new Map([['a.sql', `${answer('two')} select 1 / 0`]]) })
    assert.unreachable()
  } catch (error) {
    assert.is((error as { migration?: string }).migration, 'a.sql')
  }
  assert.equal({ ...(await sql`select answer()`)[0] }, { answer: 'one' })
  assert.equal(await migrate(url, { directory, functions: new Map([['a.sql', answer('two')]]) }), ['a.sql'])
})

test('what a file no longer creates stays for processes of the version before', async (service) => {
  const { url, sql, directory } = service
  await migrate(url, { directory, functions: new Map([['a.sql', answer('one')]]) })
  assert.equal(await migrate(url, { directory, functions: none }), [])
  assert.equal({ ...(await sql`select answer()`)[0] }, { answer: 'one' })
})

test('a connection goes on when a view that it uses is replaced', async (service) => {
  const { url, sql, directory } = service
  const view = (columns: string) =>
    new Map([['a.sql', `drop view if exists shown; create view shown as select ${columns};`]])
  await migrate(url, { directory, functions: view("'one' as answer") })
  const ask = async () => (await sql.unsafe('select answer from shown', [], { prepare: true }))[0]
  assert.equal({ ...(await ask()) }, { answer: 'one' })
  await migrate(url, { directory, functions: view("1 as number, 'two' as answer") })
  assert.equal({ ...(await ask()) }, { answer: 'two' })
})

test('an earlier version refuses a database that a later one has migrated, and leaves its functions', async (service) => {
  const { url, sql, directory } = service
  await add(directory, '0001-first.ts', 'create table first (id integer)')
  await add(directory, '0002-second.ts', 'create table second (id integer)')
  await migrate(url, { directory, functions: new Map([['a.sql', answer('later')]]) })
  await rm(join(directory, '0002-second.ts'))
  const functions = new Map([['a.sql', answer('earlier')]])
  for (const start of [migrate, waitForMigrations]) {
    try {
      await start(url, { directory, functions })
      assert.unreachable()
    } catch (error) {
      assert.instance(error, OtherVersionError)
      assert.match((error as Error).message, '(0002-second.ts)')
    }
  }
  assert.equal({ ...(await sql`select answer()`)[0] }, { answer: 'later' })
})

test('a database from before version 0.2.0 is called that, with the way out', async ({ url, sql }) => {
  await sql`create table migrations (id integer primary key, name text)`
  await sql`insert into migrations values (1, '0001-people.ts'), (2, '0003-background.ts')`
  for (const start of [migrate, waitForMigrations]) {
    const error = await start(url).then(
      () => assert.unreachable(),
      (thrown: Error) => thrown,
    )
    assert.instance(error, OtherVersionError)
    assert.match(
      String(error),
      /before version 0\.2\.0 .*\(it has 0003-background\.ts\).*--status all.*docs\/operations\.md/,
    )
  }
})

test.run()
