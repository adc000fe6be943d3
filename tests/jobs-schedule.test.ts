import * as assert from 'uvu/assert'
import { failInterruptedRuns, startDueRun } from '../lib/jobs/runs.ts'
import { type Schedule, startSchedule } from '../lib/jobs/schedule.ts'
import { eventually } from './support/eventually.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('the schedule of jobs')

type Run = { job_type: string; trigger: string; status: string; due_at: Date | null; error: string }

const runs = ({ sql }: TestService) => sql<Run[]>`
  select job_type, trigger, status, due_at, error from job_runs order by seq`

/** Starts the schedule at a given time of the service's clock, and stops it when no run is left. */
async function startAt(service: TestService, time: string, { times, timezone = 'UTC' }: Start = {}) {
  const settings = { ...service.ctx.settings, timezone }
  const stop = startSchedule({ ...service.ctx, settings, now: () => new Date(time) }, times)
  await service.ctx.background.settle()
  stop()
  return (await runs(service)).map(({ due_at }) => due_at?.toISOString())
}
type Start = { times?: Schedule; timezone?: string }

/** Sets the installation time long before the times of these tests. */
const setUpLongAgo = ({ sql }: TestService) => sql`update migrations set created_at = '2020-01-01'`

const monday = '2026-03-02T03:00:00.000Z'

test('a missed run starts when the service starts, up to a day later', async (service) => {
  await setUpLongAgo(service)
  assert.equal(await startAt(service, '2026-03-03T02:59:59Z'), [monday])
  const [run] = await runs(service)
  assert.equal([run?.job_type, run?.trigger, run?.status], ['staleness', 'schedule', 'completed'])
})

test('a run missed more than a day ago is skipped', async (service) => {
  await setUpLongAgo(service)
  assert.equal(await startAt(service, '2026-03-03T03:00:00Z'), [])
  assert.equal(await startAt(service, '2026-03-08T23:59:59Z'), [])
})

test('a run that happened on time is not repeated', async (service) => {
  await setUpLongAgo(service)
  await startDueRun(service.ctx, 'staleness', new Date(monday))
  await service.ctx.background.settle()
  assert.equal(await startAt(service, '2026-03-02T12:00:00Z'), [monday])
  assert.equal(await startAt(service, '2026-03-02T13:00:00Z'), [monday])
})

test('a service that was installed after the due time has missed nothing', async (service) => {
  await service.sql`update migrations set created_at = '2026-03-02T03:00:01Z'`
  assert.equal(await startAt(service, '2026-03-02T12:00:00Z'), [])
})

test('due times are in the configured time zone, in summer and winter', async (service) => {
  await setUpLongAgo(service)
  const timezone = 'Europe/Berlin'
  assert.equal(await startAt(service, '2026-03-02T01:59:59Z', { timezone }), [])
  const winter = '2026-03-02T02:00:00.000Z'
  assert.equal(await startAt(service, '2026-03-02T02:00:01Z', { timezone }), [winter])
  const summer = '2026-03-30T01:00:00.000Z'
  assert.equal(await startAt(service, '2026-03-30T01:00:01Z', { timezone }), [winter, summer])
})

test('a scheduled job starts at the hour of its time zone', async (service) => {
  const timezone = 'Pacific/Kiritimati' // 14 hours ahead, all the year
  const due = new Date(Math.ceil(Date.now() / 1000 + 1) * 1000)
  const there = new Date(due.getTime() + 14 * 60 * 60 * 1000)
  const clock = [there.getUTCSeconds(), there.getUTCMinutes(), there.getUTCHours()]
  const cron = `${clock.join(' ')} ${there.getUTCDate()} ${there.getUTCMonth() + 1} *`
  const settings = { ...service.ctx.settings, timezone }
  const stop = startSchedule({ ...service.ctx, settings }, { staleness: cron })
  await eventually('it runs', async () => (await runs(service))[0]?.status === 'completed')
  stop()
  assert.equal(
    (await runs(service)).map(({ due_at }) => due_at),
    [due],
  )
})

test('what came due before a stop is waited for', async (service) => {
  const { background } = service.ctx
  const stop = startSchedule(service.ctx, { staleness: '* * * * * *' })
  await background.settle()
  let hasSettled = false
  let settling: Promise<void> | undefined
  await service.sql.begin(async (tx) => {
    await tx`lock table job_runs`
    await eventually('a due run waits', async () => {
      const waiting = await tx`select from pg_locks
        where relation = 'job_runs'::regclass and not granted`
      return waiting.length > 0
    })
    stop()
    settling = background.settle().then(() => {
      hasSettled = true
    })
    await tx`select 1`
    assert.is(hasSettled, false)
  })
  await settling
  assert.equal(
    service.logs.filter((line) => JSON.parse(line).level === 'error'),
    [],
  )
})

test('discovery is not on the schedule while Slack is not connected', async (service) => {
  await setUpLongAgo(service)
  assert.equal(await startAt(service, '2026-03-04T02:00:01Z'), [])
})

test('a run in progress at the due time counts as the due run', async (service) => {
  const { ctx, sql } = service
  const due = new Date(monday)
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('glossary.job.staleness', 0))`
    await ctx.db.run('jobs/request-run', { job_type: 'staleness', actor_id: null })
    await startDueRun(ctx, 'staleness', due)
    await startDueRun(ctx, 'staleness', due)
  })
  assert.equal(
    (await runs(service)).map(({ trigger, due_at }) => [trigger, due_at]),
    [['manual', due]],
  )
})

test('a run interrupted by a crash is marked as failed; a live run is not', async (service) => {
  const { ctx, sql } = service
  await sql`
    insert into job_runs (job_type, trigger, status, started_at) values
      ('staleness', 'schedule', 'running', now()), ('discovery', 'manual', 'pending', null)`
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('glossary.job.staleness', 0))`
    await failInterruptedRuns(ctx, 0)
  })
  const error = 'The server stopped while the job ran. The next run will resume from here.'
  const states = async () => (await runs(service)).map((run) => [run.job_type, run.status, run.error])
  assert.equal(await states(), [
    ['staleness', 'running', null],
    ['discovery', 'failed', error],
  ])
  await failInterruptedRuns(ctx, 0)
  assert.equal(await states(), [
    ['staleness', 'failed', error],
    ['discovery', 'failed', error],
  ])
})

test('a crashed process does not block the jobs of other processes', async (service) => {
  const { ctx, sql } = service
  const admin = await service.person('admin')
  for (const start of [
    () => startDueRun(ctx, 'staleness', new Date(monday)),
    () => service.request('POST', '/api/v1/admin/jobs/staleness/run', { as: admin }),
  ]) {
    await sql`
      insert into job_runs (job_type, trigger, status) values ('staleness', 'manual', 'running')`
    await start()
    await ctx.background.settle()
    assert.equal(
      (await runs(service)).slice(-2).map(({ status }) => status),
      ['failed', 'completed'],
    )
  }
})

test('a run that was just requested is not marked as failed', async (service) => {
  const { ctx, sql } = service
  const admin = await service.person('admin')
  await sql`insert into job_runs (job_type, trigger) values ('staleness', 'manual')`
  const path = '/api/v1/admin/jobs/staleness/run'
  assert.is((await service.request('POST', path, { as: admin })).status, 409)
  await sql`update job_runs set created_at = now() - interval '2 minutes'`
  assert.is((await service.request('POST', path, { as: admin })).status, 202)
  await ctx.background.settle()
})

test.run()
