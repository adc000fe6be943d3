import * as assert from 'uvu/assert'
import { createReadiness } from '../lib/db/readiness.ts'
import { tokenize } from '../lib/lookup/in-texts/text-to-tokens.ts'
import { createKnownNames, type KnownNames } from '../lib/lookup/names-in-memory.ts'
import type { Problem } from '../lib/problem.ts'
import { followChanges } from '../lib/service.ts'
import { eventually } from './support/eventually.ts'
import { servers } from './support/servers.ts'
import { type Call, NotingDatabase } from './support/statements.ts'
import { glossary, secretKey, type TestService } from './support/test-service.ts'

const test = glossary('the names in memory')
const started = servers('the names in memory, at the start')

test('a stop ends loading many names', async (service) => {
  await service.sql`
    insert into terms (name, definition, status, source)
    select 'Name ' || i, 'One of many.', 'pending', 'user' from generate_series(1, 2500) as i`
  const stopping = new AbortController()
  const names = createKnownNames(service.ctx.db, stopping.signal)
  stopping.abort()
  await names.read().then(
    () => assert.unreachable(),
    (error) => assert.is(error.name, 'AbortError'),
  )
  assert.is(names.readIfLoaded(), null)
  const others = createKnownNames(service.ctx.db, new AbortController().signal, Number.POSITIVE_INFINITY)
  const found = (await others.read()).find(tokenize('Name 1, Name 2500'))
  assert.is([...found].length, 2)
  assert.is(await others.readIfLoaded(), await others.read())
})

const addByHand = ({ sql }: TestService, name: string, count = 1) => sql`
  insert into terms (name, definition, status, source)
  select ${name} || ' ' || i, 'Added by hand.', 'pending', 'user' from generate_series(1, ${count}::integer) as i`

const countIn = async (names: KnownNames, text: string) => [...(await names.read()).find(tokenize(text))].length

/** Names of a service whose changes are reported, and the statements that reading them takes. */
async function reportedNames({ ctx }: TestService) {
  const calls: Call[] = []
  const db = new NotingDatabase(ctx.db, calls)
  const names = createKnownNames(db, new AbortController().signal, Number.POSITIVE_INFINITY)
  names.setReported(true)
  await names.read()
  return { names, calls }
}

test('while changes are reported, names are read after a change only', async (service) => {
  const { names, calls } = await reportedNames(service)
  const isReadInMemory = async () => {
    calls.length = 0
    await names.read()
    return calls.length === 0
  }
  await eventually('reading takes no statement', isReadInMemory)
  await addByHand(service, 'New')
  names.expire()
  assert.is(await countIn(names, 'see New 1'), 1)
  names.setReported(false)
  for (let i = 0; i < 3; i++) assert.not.ok(await isReadInMemory())
})

test('those who read at the same time share the statements', async (service) => {
  const { names, calls } = await reportedNames(service)
  await addByHand(service, 'Name', 12_000)
  for (const isReported of [true, false]) {
    names.setReported(isReported)
    calls.length = 0
    const counts = await Promise.all(Array.from({ length: 50 }, () => countIn(names, 'Name 1, Name 11999')))
    assert.equal(new Set(counts), new Set([2]))
    assert.ok(calls.length <= 2 * 3, `${calls.length} statements`)
  }
})

test('whoever waits for long gets the names that are there', async (service) => {
  class StuckDatabase extends NotingDatabase {
    isStuck = false
    override many<Row>(name: string, params = {}) {
      return this.isStuck ? new Promise<Row[]>(() => {}) : super.many<Row>(name, params)
    }
  }
  const db = new StuckDatabase(service.ctx.db, [])
  const names = createKnownNames(db, new AbortController().signal)
  await addByHand(service, 'Early')
  await names.read()
  db.isStuck = true
  assert.equal(await Promise.all(['Early 1', 'Late 1'].map((text) => countIn(names, text))), [1, 0])
})

test('a process is ready once they have been loaded, however long that takes', async ({ ctx }) => {
  let goOn = () => {}
  const promise = new Promise<void>((resolve) => {
    goOn = resolve
  })
  class SlowDatabase extends NotingDatabase {
    override async many<Row>(name: string, params = {}) {
      await promise
      return super.many<Row>(name, params)
    }
  }
  const names = createKnownNames(new SlowDatabase(ctx.db, []), new AbortController().signal)
  const { everything, reads } = createReadiness({ tests: ctx.db }, ctx.db, names)
  for (const check of [everything, reads]) {
    await check().then(
      () => assert.unreachable(),
      ({ status, members }: Problem) => {
        assert.is(status, 503)
        assert.match(members.detail ?? '', /This fails: names in memory\.$/)
      },
    )
  }
  goOn()
  await names.loaded()
  await Promise.all([everything(), reads()])
})

/** Whether a service finds a name in a text. */
async function explains({ request, person }: TestService, name: string) {
  const { body } = await request('POST', '/api/v1/explain', { as: await person(), body: { text: `see ${name}` } })
  return body.matches.length === 1
}

test('a process learns of the names of others, also when its connection or a report is lost', async (service) => {
  const stop = followChanges(service.databaseUrl, service.ctx)
  const isListening = async () => {
    const rows = await service.sql`
      select from pg_stat_activity where datname = current_database() and query like 'listen %'`
    return rows.length === 1
  }
  const becomesKnown = (name: string) => eventually(`${name} is known`, () => explains(service, name))
  try {
    await eventually('it listens', isListening)
    await addByHand(service, 'Told')
    await becomesKnown('Told 1')

    await service.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`
    await addByHand(service, 'Missed')
    await becomesKnown('Missed 1')
    await eventually('it listens again', isListening)
    await addByHand(service, 'Again')
    await becomesKnown('Again 1')

    await service.sql`alter table term_names disable trigger term_names_notify`
    await addByHand(service, 'Untold')
    await becomesKnown('Untold 1')
    const as = await service.person()
    for (const name of ['OWN', 'OWNED']) {
      await service.term(as, { name })
      assert.ok(await explains(service, name), 'what a process adds, it knows with the next request')
    }
  } finally {
    await service.sql`alter table term_names enable trigger term_names_notify`
    await stop()
  }
})

started('they are loaded once the server listens', async ({ start, database }) => {
  const server = await start({
    SERVICE_DATABASE_URL: await database('migrated'),
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_DEV_MODE: 'true',
  })
  const login = await fetch(`${server.url}/auth/dev/login?email=ada@example.com`, {
    headers: { accept: 'application/json' },
  })
  const { id: userId } = (await login.json()) as { id: string }
  const headers = { 'x-user-id': userId, 'content-type': 'application/json' }
  const add = async (name: string, definition: string) => {
    const body = JSON.stringify({ name, definition })
    const response = await fetch(`${server.url}/api/v1/terms`, { method: 'POST', headers, body })
    return (await response.json()) as { id: string }
  }
  await add('SLO', 'A target.')
  const { id } = await add('SLA', 'More than an SLO.')
  // Pages have links only while the names are loaded, and do not load them.
  await eventually('the page has a link', async () => {
    const page = await fetch(`${server.url}/terms/${id}`, { headers })
    return (await page.text()).includes('class="name-link"')
  })
  assert.is(await server.stop(), 0)
  assert.is(server.output.stderr, '')
})

test.run()
started.run()
