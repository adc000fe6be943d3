import * as assert from 'uvu/assert'
import { failInterruptedRuns, startDueRun } from '../lib/jobs/runs.ts'
import { type Schedule, startSchedule } from '../lib/jobs/schedule.ts'
import { eventually } from './support/eventually.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('the schedule of jobs')

type Run = { job_type: string; trigger: string; status: string; due_at: Date | null; error: string }

const runs = ({ sql }: TestService) => sql<Run[]>`
  select job_type, trigger, status, due_at, error from job_runs order by seq`

/** Starts the schedule at a time of the service's clock, and stops it once nothing runs. */
async function startAt(
  service: TestService,
  time: string,
  { times, timezone = 'UTC' }: Start = {},
) {
  const settings = { ...service.ctx.settings, timezone }
  const stop = startSchedule({ ...service.ctx, settings, now: () => new Date(time) }, times)
  await service.ctx.background.settle()
  stop()
  return (await runs(service)).map(({ due_at }) => due_at?.toISOString())
}
type Start = { times?: Schedule; timezone?: string }

/** The service was set up long before the times of these tests. */
const setUpLongAgo = ({ sql }: TestService) => sql`update migrations set created_at = '2020-01-01'`

const monday = '2026-03-02T03:00:00.000Z'

test('a run that was missed is caught up at the start, up to a day later', async (service) => {
  await setUpLongAgo(service)
  assert.equal(await startAt(service, '2026-03-03T02:59:59Z'), [monday])
  const [run] = await runs(service)
  assert.equal([run?.job_type, run?.trigger, run?.status], ['staleness', 'schedule', 'completed'])
})

test('a run that was missed more than a day ago is left out', async (service) => {
  await setUpLongAgo(service)
  assert.equal(await startAt(service, '2026-03-03T03:00:00Z'), [])
  assert.equal(await startAt(service, '2026-03-08T23:59:59Z'), [])
})

test('what ran when it was due is not caught up, nor twice', async (service) => {
  await setUpLongAgo(service)
  await startDueRun(service.ctx, 'staleness', new Date(monday))
  await service.ctx.background.settle()
  assert.equal(await startAt(service, '2026-03-02T12:00:00Z'), [monday])
  assert.equal(await startAt(service, '2026-03-02T13:00:00Z'), [monday])
})

test('a service that was set up after a due time has not missed it', async (service) => {
  await service.sql`update migrations set created_at = '2026-03-02T03:00:01Z'`
  assert.equal(await startAt(service, '2026-03-02T12:00:00Z'), [])
})

test('due times are in the time zone of the settings, summer or winter', async (service) => {
  await setUpLongAgo(service)
  const timezone = 'Europe/Berlin'
  assert.equal(await startAt(service, '2026-03-02T01:59:59Z', { timezone }), [])
  const winter = '2026-03-02T02:00:00.000Z'
  assert.equal(await startAt(service, '2026-03-02T02:00:01Z', { timezone }), [winter])
  const summer = '2026-03-30T01:00:00.000Z'
  assert.equal(await startAt(service, '2026-03-30T01:00:01Z', { timezone }), [winter, summer])
})

test('a job starts by itself at the hour that its time zone has', async (service) => {
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

test('discovery is not on the schedule while Slack is not connected', async (service) => {
  await setUpLongAgo(service)
  assert.equal(await startAt(service, '2026-03-04T02:00:01Z'), [])
})

test('a run that is under way when the next is due counts as that one', async (service) => {
  const { ctx, sql } = service
  const due = new Date(monday)
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('glossary.job.staleness', 0))`
    await ctx.db.run('jobs/request', { job_type: 'staleness', actor_id: null })
    await startDueRun(ctx, 'staleness', due)
    await startDueRun(ctx, 'staleness', due)
  })
  assert.equal(
    (await runs(service)).map(({ trigger, due_at }) => [trigger, due_at]),
    [['manual', due]],
  )
})

test('a run that a crash cut off is marked failed, in words; one that is alive is not', async (service) => {
  const { ctx, sql } = service
  await sql`
    insert into job_runs (job_type, trigger, status, started_at) values
      ('staleness', 'schedule', 'running', now()), ('discovery', 'manual', 'pending', null)`
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('glossary.job.staleness', 0))`
    await failInterruptedRuns(ctx)
  })
  const error = 'The server stopped while the job ran. The next run will resume from here.'
  const states = async () =>
    (await runs(service)).map((run) => [run.job_type, run.status, run.error])
  assert.equal(await states(), [
    ['staleness', 'running', null],
    ['discovery', 'failed', error],
  ])
  await failInterruptedRuns(ctx)
  assert.equal(await states(), [
    ['staleness', 'failed', error],
    ['discovery', 'failed', error],
  ])
})

test('a process that crashed and never came back does not stop the jobs of the others', async (service) => {
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

test('a run that has just been asked for may be about to start elsewhere', async (service) => {
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
