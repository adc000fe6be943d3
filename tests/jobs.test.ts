import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import { type Answer, glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('jobs')

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const run = ({ request }: Pick<TestService, 'request'>, as: Person, type: string): Promise<Answer> =>
  request('POST', `/api/v1/admin/jobs/${type}/run`, { as })

/** Waits until no run is left and returns all runs, newest first. */
async function runs({ ctx, request }: TestService, as: Person) {
  await ctx.background.settle()
  return (await request('GET', '/api/v1/admin/jobs', { as })).body
}

test('a job that is started is 202 and a run that waits', async (service) => {
  const admin = await service.person('admin')
  const { status, body } = await run(service, admin, 'staleness')
  assert.is(status, 202)
  const { id, created_at, ...others } = body
  assert.match(id, uuid)
  assert.match(created_at, instant)
  assert.equal(others, {
    job_type: 'staleness',
    trigger: 'manual',
    status: 'pending',
    progress: {},
    error: null,
    started_at: null,
    completed_at: null,
  })
})

test('a run says what it has done and when', async (service) => {
  const admin = await service.person('admin')
  await service.term(admin)
  await service.sql`update terms set last_confirmed_at = now() - interval '2 years'`
  const started = await run(service, admin, 'staleness')
  const [completed] = await runs(service, admin)
  assert.is(completed.id, started.body.id)
  assert.equal(
    [completed.status, completed.progress, completed.error],
    ['completed', { flagged: 1, notified: 1 }, null],
  )
  assert.match(completed.started_at, instant)
  assert.match(completed.completed_at, instant)
  const times = [completed.created_at, completed.started_at, completed.completed_at].map((time) => Date.parse(time))
  assert.equal(
    times,
    times.toSorted((a, b) => a - b),
  )
  await run(service, admin, 'staleness')
  const [second, first] = await runs(service, admin)
  assert.equal([second.status, second.progress], ['completed', { flagged: 0, notified: 0 }])
  assert.is(first.id, started.body.id)
})

test('the discovery job fails without Slack, says what is missing, and can be started again', async (service) => {
  const admin = await service.person('admin')
  assert.is((await run(service, admin, 'discovery')).status, 202)
  const [failed] = await runs(service, admin)
  assert.equal([failed.job_type, failed.trigger, failed.status], ['discovery', 'manual', 'failed'])
  assert.match(failed.error, 'SERVICE_SLACK_BOT_TOKEN')
  assert.match(failed.completed_at, instant)
  assert.is((await run(service, admin, 'discovery')).status, 202)
  assert.is((await runs(service, admin)).length, 2)
  for (const type of ['Staleness', 'DiscoveryJob', '%00', 'staleness%20', 'toString']) {
    assert.is((await run(service, admin, type)).status, 422, type)
  }
})

test('an unexpected failure is described in the log but not in the run', async (service) => {
  const admin = await service.person('admin')
  await service.sql`alter table terms rename column is_stale to was_stale`
  assert.is((await run(service, admin, 'staleness')).status, 202)
  const [failed] = await runs(service, admin)
  assert.equal([failed.status, failed.error], ['failed', 'An unexpected error; see the log.'])
  assert.match(service.logs.join(''), /is_stale\\?"? does not exist/)
})

test('starting a job that waits or runs gets 409; the other job can be started', async (service) => {
  const admin = await service.person('admin')
  for (const status of ['pending', 'running']) {
    await inAnotherProcess(service, status, async () => {
      const refused = await run(service, admin, 'discovery')
      assert.is(refused.status, 409, status)
      assert.is(refused.body.code, 'job_running')
      assert.is((await run(service, admin, 'staleness')).status, 202)
      await service.ctx.background.settle()
    })
  }
  assert.is((await run(service, admin, 'discovery')).status, 202)
})

/** Calls the function while another process holds the lock of a discovery run. */
async function inAnotherProcess({ sql }: TestService, status: string, work: () => Promise<void>) {
  await sql`
    insert into job_runs (job_type, trigger, status) values ('discovery', 'schedule', ${status})`
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('glossary.job.discovery', 0))`
    await work()
  })
  await sql`
    update job_runs set status = 'completed', completed_at = now() where job_type = 'discovery'`
}

test('concurrent requests to start a job start it once', async (service) => {
  const { sql } = service
  const admin = await service.person('admin')
  const answers: Answer[] = []
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('glossary.job.staleness', 0))`
    answers.push(...(await Promise.all(Array.from({ length: 6 }, () => run(service, admin, 'staleness')))))
  })
  assert.equal(answers.map(({ status }) => status).sort(), [202, 409, 409, 409, 409, 409])
  const all = await runs(service, admin)
  assert.equal(
    all.map(({ status }: { status: string }) => status),
    ['completed'],
  )
  const events = await sql`select 1 from audit_events where action = 'job.triggered'`
  assert.is(events.length, 1)
})

test('a statement outside a transaction does not wait for the transaction that surrounds it', async (service) => {
  const { db } = service.ctx
  let isOver = false
  const askMuch = () => Promise.all(Array.from({ length: 8 }, () => db.one('db/ping')))
  const finish = () => {
    isOver = true
  }
  db.begin(askMuch).then(finish, () => {})
  await eventually('the work is done', () => isOver, 10)
})

test.run()
