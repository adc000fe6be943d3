import * as assert from 'uvu/assert'
import type { Database } from '../lib/db/database.ts'
import type { JobContext } from '../lib/jobs/job.ts'
import { flagStaleTerms } from '../lib/jobs/staleness.ts'
import { eventually } from './support/eventually.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('the staleness job')

/** Runs the job and returns its result. */
async function flag(service: TestService, admin: Person) {
  const path = '/api/v1/admin/jobs/staleness/run'
  assert.is((await service.request('POST', path, { as: admin })).status, 202)
  await service.ctx.background.settle()
  const [run] = (await service.request('GET', '/api/v1/admin/jobs?limit=1', { as: admin })).body
  assert.is(run.status, 'completed')
  return run.progress
}

/** The dependencies of a job that this one needs. */
const asJob = (ctx: TestService['ctx']): JobContext => ({
  ...ctx,
  slack: null,
  signal: ctx.background.signal,
  report: () => Promise.resolve(),
})

/** Adds a term that was last confirmed years ago. */
async function oldTerm({ term, sql }: TestService, owner: Person, name: string) {
  const { id } = await term(owner, { name })
  await sql`update terms set last_confirmed_at = now() - interval '2 years' where id = ${id}`
  return id
}

type Told = { email: string; owned: boolean; total: number; names: string[] }

/** The notifications queued since the last call. */
async function told({ sql }: TestService): Promise<Told[]> {
  const rows = await sql<Told[]>`
    with taken as (delete from inbox_entries where kind = 'stale' returning *)
    select
      u.email, (t.detail->'owned')::boolean as owned, (t.detail->'total')::integer as total,
      (select array_agg(x->>'name') from jsonb_array_elements(t.detail->'terms') as x) as names
    from taken t
    join users u on u.id = t.user_id
    order by u.email`
  return [...rows]
}

test('an owner gets one message with the names of all their stale terms', async (service) => {
  const admin = await service.person('admin')
  const ada = await service.person('viewer', 'ada@example.com')
  const bob = await service.person('editor', 'bob@example.com')
  for (const name of ['SLO', 'error budget', 'SLA']) await oldTerm(service, ada, name)
  await oldTerm(service, bob, 'MRR')
  await service.term(bob, { name: 'fresh' })
  assert.equal(await flag(service, admin), { flagged: 4, notified: 2 })
  const ofAda = { email: 'ada@example.com', owned: true, total: 3 }
  assert.equal(await told(service), [
    { ...ofAda, names: ['error budget', 'SLA', 'SLO'] },
    { email: 'bob@example.com', owned: true, total: 1, names: ['MRR'] },
  ])
  assert.equal(await flag(service, admin), { flagged: 0, notified: 0 })
  assert.equal(await told(service), [])
  await oldTerm(service, ada, 'KPI')
  assert.equal(await flag(service, admin), { flagged: 1, notified: 1 })
  assert.equal(await told(service), [{ ...ofAda, total: 4, names: ['error budget', 'KPI', 'SLA', 'SLO'] }])
})

test('a message names the first twenty terms and the total number', async (service) => {
  const admin = await service.person('admin')
  const ada = await service.person()
  const names = Array.from({ length: 23 }, (_, i) => `T${i + 10}`)
  for (const name of names) await oldTerm(service, ada, name)
  await flag(service, admin)
  const [message, ...others] = await told(service)
  assert.equal([message?.names, message?.total, others], [names.slice(0, 20), 23, []])
})

test('terms without an active owner are reported to editors and admins', async (service) => {
  const { sql } = service
  const admin = await service.person('admin', 'admin@example.com')
  const left = await service.person('viewer', 'left@example.com')
  await service.person('editor', 'editor@example.com')
  const off = await service.person('editor', 'off@example.com')
  await service.person('viewer', 'viewer@example.com')
  await oldTerm(service, left, 'theirs')
  const nobodys = await oldTerm(service, admin, 'nobodys')
  await sql`update terms set owner_id = null where id = ${nobodys}`
  await sql`update users set is_active = false where id in (${left.id}, ${off.id})`
  assert.equal(await flag(service, admin), { flagged: 2, notified: 2 })
  const orphans = { owned: false, total: 2, names: ['nobodys', 'theirs'] }
  assert.equal(await told(service), [
    { email: 'admin@example.com', ...orphans },
    { email: 'editor@example.com', ...orphans },
  ])
  await oldTerm(service, admin, 'mine')
  await flag(service, admin)
  assert.equal(await told(service), [{ email: 'admin@example.com', owned: true, total: 1, names: ['mine'] }])
})

test('an owner who does not answer is reminded after 14 and 28 days', async (service) => {
  const { sql } = service
  const admin = await service.person('admin')
  const ada = await service.person('viewer', 'ada@example.com')
  const id = await oldTerm(service, ada, 'SLA')
  await flag(service, admin)
  await told(service)
  const flaggedAgo = (days: number) => sql`update terms set stale_since = now() - make_interval(days => ${days})`
  const answers = []
  for (const days of [7, 13, 14, 21, 28, 35, 70]) {
    await flaggedAgo(days)
    answers.push((await flag(service, admin)).notified)
  }
  assert.equal(answers, [0, 0, 1, 0, 1, 0, 0])
  const reminder = { email: 'ada@example.com', owned: true, total: 1, names: ['SLA'] }
  assert.equal(await told(service), [reminder, reminder])

  await service.request('POST', `/api/v1/terms/${id}/confirm`, { as: ada })
  await sql`update terms set last_confirmed_at = now() - interval '2 years'`
  assert.is((await flag(service, admin)).flagged, 1)
  await flaggedAgo(14)
  assert.is((await flag(service, admin)).notified, 1)
})

const ways: [what: string, method: string, action: string, body?: object][] = [
  ['a confirmation', 'POST', '/confirm'],
  ['an edit', 'PUT', '', { version: 1, definition: 'What it means by now.' }],
  ['a claim', 'POST', '/claim'],
]

for (const [what, method, action, body] of ways) {
  test(`${what} clears the flag until the term is stale again`, async (service) => {
    const { sql, request } = service
    const admin = await service.person('admin')
    const ada = await service.person()
    const id = await oldTerm(service, ada, 'SLA')
    await flag(service, admin)
    const isStale = async () => (await request('GET', `/api/v1/terms/${id}`, { as: ada })).body.is_stale
    assert.is(await isStale(), true)
    const as = action === '/claim' ? admin : ada
    assert.is((await request(method, `/api/v1/terms/${id}${action}`, { as, body })).status, 200)
    assert.is(await isStale(), false)
    assert.equal(await flag(service, admin), { flagged: 0, notified: 0 })
    await sql`update terms set last_confirmed_at = now() - interval '181 days'`
    assert.equal(await flag(service, admin), { flagged: 1, notified: 1 })
    assert.is(await isStale(), true)
  })
}

test('flagging a term changes nothing else', async (service) => {
  const admin = await service.person('admin')
  const id = await oldTerm(service, admin, 'SLA')
  await service.sql`update terms set category = ' Big  Parts '`
  const read = async () => {
    const [row] =
      await service.sql`select to_jsonb(t) - '{is_stale,stale_since}'::text[] as row from terms t where id = ${id}`
    return row
  }
  const before = await read()
  await flag(service, admin)
  assert.equal(await read(), before)
})

test('the threshold is the setting', async (service) => {
  const { sql, ctx } = service
  const ada = await service.person()
  for (const [name, age] of [
    ['older', '10 days 1 minute'],
    ['younger', '9 days 23 hours'],
  ] as const) {
    await service.term(ada, { name })
    await sql`update terms set last_confirmed_at = now() - ${age}::interval where name = ${name}`
  }
  const settings = { ...ctx.settings, staleThresholdDays: 10 }
  assert.equal(await flagStaleTerms(asJob({ ...ctx, settings })), { flagged: 1, notified: 1 })
})

/** More terms than the job flags in one batch, and a round number for each of 50 owners. */
const many = 5050

/** Adds stale terms of 50 owners. */
async function manyOldTerms({ sql }: TestService, count = many) {
  await sql`
    insert into users (email) select 'u' || i || '@example.com' from generate_series(1, 50) as i`
  await sql`
    insert into terms (name, definition, status, source, owner_id, last_confirmed_at)
    select 'T' || i, 'Old.', 'pending', 'user', u.id, '2020-01-01'
    from generate_series(1, ${count}::integer) as i
    join (select id, row_number() over () as n from users) as u on u.n = 1 + i % 50`
}

async function assertAllToldOnce(service: TestService, count = many) {
  const messages = await told(service)
  assert.is(messages.length, 50)
  assert.ok(messages.every(({ owned, total, names }) => owned && total === count / 50 && names.length === 20))
}

test('many terms are flagged in batches, with one message per owner', async (service) => {
  await manyOldTerms(service)
  const reported: number[] = []
  const report = async ({ flagged = 0 }) => void reported.push(flagged)
  assert.equal(await flagStaleTerms({ ...asJob(service.ctx), report }), { flagged: many, notified: 50 })
  assert.equal(reported, [5000, many])
  await assertAllToldOnce(service)
})

type Interruption = { statement: string; call: number; count: number; flagged: number }
const interruptions: Record<string, Interruption> = {
  'after the first batch': { statement: 'jobs/flag-stale-terms', call: 2, count: many, flagged: 5000 },
  'after the last batch': { statement: 'jobs/report-stale-terms', call: 1, count: 1000, flagged: 1000 },
}

for (const [when, { statement, call, count, flagged }] of Object.entries(interruptions)) {
  test(`the run after one that was interrupted ${when} tells every owner once`, async (service) => {
    const { ctx } = service
    await manyOldTerms(service, count)
    let calls = 0
    const one: Database['one'] = (name, params) => {
      if (name === statement && ++calls === call) throw new Error('the process was killed')
      return ctx.db.one(name, params)
    }
    const db = Object.assign(Object.create(ctx.db), { one })
    const interrupted = flagStaleTerms(asJob({ ...ctx, db }))
    assert.is(await interrupted.catch(({ message }) => message), 'the process was killed')
    assert.equal(await told(service), [])
    assert.equal(await flagStaleTerms(asJob(ctx)), { flagged: count - flagged, notified: 50 })
    await assertAllToldOnce(service, count)
    assert.equal(await flagStaleTerms(asJob(ctx)), { flagged: 0, notified: 0 })
    assert.equal(await told(service), [])
  })
}

test('the job ends between two batches when the service stops', async (service) => {
  await manyOldTerms(service)
  const stop = new AbortController()
  const stopped = flagStaleTerms({ ...asJob(service.ctx), signal: stop.signal, report: async () => stop.abort() })
  assert.match(await stopped.catch(({ message }) => message), /^The server was stopped\./)
  const [row] = await service.sql`select count(*)::integer as flagged from terms where is_stale`
  assert.is(row?.flagged, 5000)
})

test('an owner who has confirmed all their terms since is not told', async (service) => {
  const { ctx, sql } = service
  const ada = await service.person()
  const id = await oldTerm(service, ada, 'SLA')
  const stop = new AbortController()
  const report = async () => stop.abort()
  await flagStaleTerms({ ...asJob(ctx), signal: stop.signal, report }).catch(() => {})
  await service.request('POST', `/api/v1/terms/${id}/confirm`, { as: ada })
  assert.equal(await flagStaleTerms(asJob(ctx)), { flagged: 0, notified: 0 })
  assert.equal([...(await sql`select from stale_notices`)], [])
})

// With an index on a flagged column, flagging takes seven times as long.
test('flagging updates no index', async (service) => {
  const { sql } = service
  const admin = await service.person('admin')
  await sql`
    insert into terms (name, definition, status, source, last_confirmed_at)
    select 'T' || i, repeat('What it means. ', 20), 'pending', 'user', '2020-01-01'
    from generate_series(1, 500) as i`
  const countUpdates = async () => {
    const [row] = await sql<{ in_place: number }[]>`
      select n_tup_hot_upd::integer as in_place from pg_stat_user_tables where relname = 'terms'`
    return row?.in_place ?? 0
  }
  const before = await countUpdates()
  assert.equal(await flag(service, admin), { flagged: 500, notified: 1 })
  await eventually('the statistics tell', async () => (await countUpdates()) - before > 450)
})

test.run()
