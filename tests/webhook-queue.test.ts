import * as assert from 'uvu/assert'
import { openDatabase } from '../lib/db/database.ts'
import { createWebhookQueue } from '../lib/notify/webhook-queue.ts'
import { eventually } from './support/eventually.ts'
import { deliveries, hurry, openReceiver, sendAll, webhook, withReceiver } from './support/receiver.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const local = { SERVICE_PRIVATE_ADDRESSES: 'true' }
const test = glossary('the queue of webhooks', local)

const edit = async (service: TestService, as: Person, id: string, version: number) =>
  service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version, definition: `Version ${version + 1}.` } })

test(
  'a receiver that was down gets everything afterwards, in order per term, each under one ID',
  withReceiver(async (service, receiver, admin) => {
    await webhook(service, admin, receiver.url)
    receiver.status = 503
    const terms = [await service.term(admin), await service.term(admin)]
    for (const version of [1, 2]) {
      for (const { id } of terms) {
        await edit(service, admin, id, version)
        await hurry(service)
        await sendAll(service)
      }
    }
    const failed = receiver.received.splice(0)
    assert.ok(failed.every(({ body }) => body.type === 'term.created'))
    assert.is(new Set(failed.map(({ headers }) => headers['webhook-id'])).size, 2)
    receiver.status = 200
    await hurry(service)
    await sendAll(service)
    for (const { id } of terms) {
      const events = receiver.received.filter(({ body }) => body.data.term_id === id)
      assert.equal(
        events.map(({ body }) => body.data.payload.version ?? 1),
        [1, 2, 3],
      )
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    assert.equal([ids.length, new Set(ids).size], [6, 6])
    assert.ok(failed.every(({ headers }) => ids.includes(headers['webhook-id'])))
  }),
)

test(
  'after a day the delivery is given up, and the next one of its term is sent',
  withReceiver(async (service, receiver, admin) => {
    const { id } = await webhook(service, admin, receiver.url)
    const term = await service.term(admin)
    await edit(service, admin, term.id, 1)
    receiver.status = 500
    await service.sql`
      update outbox_messages set created_at = now() - interval '25 hours'
      where payload ->> 'type' = 'term.created'`
    await sendAll(service)
    const rows = await deliveries(service, admin, id)
    assert.equal(
      rows.map(({ state, error }: { state: string; error: string }) => [state, error]),
      [
        ['waiting', 'HTTP 500'],
        ['failed', 'not delivered within 24 hours: HTTP 500'],
      ],
    )
  }),
)

test(
  'a receiver that does not respond delays no other webhook',
  withReceiver(async (service, stuck, admin) => {
    const other = await openReceiver()
    stuck.status = null
    for (const { url } of [stuck, other]) await webhook(service, admin, url)
    const queue = createWebhookQueue(service.ctx, { timeoutMs: 2000 })
    await service.term(admin, { name: 'A' })
    await queue.sendDue()
    await eventually('the stuck one is asked', () => stuck.received.length === 1)
    await service.term(admin, { name: 'B' })
    await queue.sendDue()
    const names = () => other.received.map(({ body }) => body.data.payload.name).sort()
    await eventually('the other one gets both', () => names().join() === 'A,B')
    await eventually('the stuck one still has its own before it', async () => {
      const rows = await service.sql`
        select 1 from outbox_messages where delivered_at is null and failed_at is null`
      return rows.length === 2
    })
    queue.stop()
    await queue.settle()
    await other.close()
  }),
)

test(
  'two processes share the deliveries, and send each once and in order',
  withReceiver(async (service, receiver, admin) => {
    await webhook(service, admin, receiver.url)
    const term = await service.term(admin)
    for (const version of [1, 2, 3, 4, 5]) await edit(service, admin, term.id, version)
    const db = openDatabase(service.databaseUrl)
    const queues = [service.ctx, { ...service.ctx, db }].map((ctx) => createWebhookQueue(ctx))
    await eventually('all arrive', async () => {
      await Promise.all(queues.map((queue) => queue.sendDue()))
      await Promise.all(queues.map((queue) => queue.settle()))
      return receiver.received.length >= 6
    })
    assert.equal(
      receiver.received.map(({ body }) => body.data.payload.version ?? 1),
      [1, 2, 3, 4, 5, 6],
    )
    await db.end()
  }),
)

test.run()
