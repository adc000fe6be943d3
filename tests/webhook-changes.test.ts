import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import { sendForm } from './support/forms.ts'
import { webhook } from './support/receiver.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('what webhooks are told', { SERVICE_PRIVATE_ADDRESSES: 'true' })
const url = 'http://127.0.0.1:9999/hook'

const typesOf = async ({ sql }: TestService) =>
  (await sql`select payload ->> 'type' as type from outbox_messages order by seq`).map(({ type }) => type)

test('webhooks are told of dismissed suggestions, but not of terms that have two meanings', async (service) => {
  const admin = await service.person('admin')
  await webhook(service, admin, url, ['term.dismissed', 'term.restored'])
  const one = await service.term(admin, { name: 'SLA' })
  const other = await service.term(admin, { name: 'SLA', category: 'Legal' })
  const body = { action: 'dismiss', items: [{ term_id: one.id, other_id: other.id }] }
  const kept = await service.request('POST', '/api/v1/review/bulk', { as: admin, body })
  assert.is(kept.body.results[0].outcome, 'done')
  const item = ['duplicate', one.id, other.id, 'SLA'].join('.')
  assert.is((await sendForm(service, admin, '/review/undo', { action: 'dismiss', item })).status, 303)
  const rows = await service.sql`
    select action from audit_events where payload ? 'two_meanings_with' order by seq`
  assert.equal(
    rows.map(({ action }) => action),
    ['term.dismissed', 'term.restored'],
  )
  assert.equal(await typesOf(service), [])
  await setStatus(service, one.id, 'suggested')
  await service.request('POST', `/api/v1/terms/${one.id}/dismiss`, { as: admin })
  assert.equal(await typesOf(service), ['term.dismissed'])
})

const countWaiting = async ({ sql }: TestService) => {
  const [row] = await sql`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.waiting
}

test('a change succeeds while a webhook is deleted, and is not delivered to it', async (service) => {
  const admin = await service.person('admin')
  const { id } = await webhook(service, admin, url)
  const deleting = postgres(service.databaseUrl, { max: 1 })
  let created: Promise<{ status: number }> | undefined
  await deleting.begin(async (tx) => {
    await tx`delete from webhooks where id = ${id}`
    const body = { name: 'SLA', definition: 'What we promise.' }
    created = service.request('POST', '/api/v1/terms', { as: admin, body })
    await eventually('the change waits', async () => (await countWaiting(service)) === 1)
  })
  await deleting.end()
  assert.is((await created)?.status, 201)
  assert.equal(await typesOf(service), [])
})

test('a webhook is deleted after a transaction that stores several deliveries to it', async (service) => {
  const admin = await service.person('admin')
  const { id } = await webhook(service, admin, url)
  const changing = postgres(service.databaseUrl, { max: 1 })
  let deleted: Promise<{ status: number }> | undefined
  await changing.begin(async (tx) => {
    const change = () => tx`
      insert into audit_events (action, target_type, target_id, payload)
      values ('term.created', 'term', gen_random_uuid(), '{"name": "SLA"}')`
    await change()
    deleted = service.request('DELETE', `/api/v1/admin/webhooks/${id}`, { as: admin })
    await eventually('the deletion waits', async () => (await countWaiting(service)) === 1)
    await change()
  })
  await changing.end()
  assert.is((await deleted)?.status, 204)
  assert.equal(await typesOf(service), [])
})

test.run()
