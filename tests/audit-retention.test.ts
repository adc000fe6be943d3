import * as assert from 'uvu/assert'
import { startCleanUp } from '../lib/jobs/clean-up.ts'
import { eventually } from './support/eventually.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('retention of audit events', { SERVICE_AUDIT_RETENTION_DAYS: '30' })
const unset = glossary('audit events without a retention')

/** Records this number of events of this age. */
const record = ({ sql }: TestService, amount: number, days: number) => sql`
  insert into audit_events (action, payload, created_at)
  select 'job.triggered', '{"job_type": "staleness"}', now() - make_interval(days => ${days})
  from generate_series(1, ${amount}::integer)`

const ages = async ({ sql }: TestService) =>
  (
    await sql<{ days: number; total: number }[]>`
      select extract(day from now() - created_at)::integer as days, count(*)::integer as total
      from audit_events group by 1 order by 1 desc`
  ).map(({ days, total }) => [days, total])

test('older events are deleted, in batches; the others and the history stay', async (service) => {
  await record(service, 12_000, 31)
  await record(service, 3, 29)
  await service.term(await service.person())
  const stop = startCleanUp(service.ctx)
  await eventually('the events are gone', async () => (await ages(service))[0]?.[0] === 29)
  await stop()
  assert.equal(await ages(service), [
    [29, 3],
    [0, 1],
  ])
  assert.is((await service.sql`select from term_history`).length, 1)
})

unset('without the setting, events are kept for ever', async (service) => {
  await record(service, 2, 4000)
  await service.sql`insert into outbox_messages (kind, payload, created_at)
    values ('slack.answer', '{}', now() - interval '31 days')`
  const stop = startCleanUp(service.ctx)
  await eventually('the old answer is gone', async () => {
    return (await service.sql`select from outbox_messages`).length === 0
  })
  await stop()
  assert.equal(await ages(service), [[4000, 2]])
})

test.run()
unset.run()
