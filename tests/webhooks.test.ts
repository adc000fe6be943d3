import { Webhook } from 'standardwebhooks'
import * as assert from 'uvu/assert'
import { renewSecrets } from '../lib/notify/webhook-secrets.ts'
import { everything } from './support/evidence.ts'
import { deliveries, hurry, openReceiver, sendAll, webhook, withReceiver } from './support/receiver.ts'
import { glossary } from './support/test-service.ts'

const local = { SERVICE_PRIVATE_ADDRESSES: 'true' }
const test = glossary('webhooks', local)

const path = '/api/v1/admin/webhooks'
test(
  'an event is signed as Standard Webhooks defines, and says what changed',
  withReceiver(async (service, receiver, admin) => {
    const { id, secret } = await webhook(service, admin, receiver.url)
    const term = await service.term(admin, { name: 'SLA' })
    await service.request('POST', `/api/v1/terms/${term.id}/official`, { as: admin })
    await sendAll(service)
    const [event, ...more] = receiver.received
    assert.equal(more, [])
    assert.equal(new Webhook(secret).verify(event?.text ?? '', event?.headers ?? {}), event?.body)
    const forged = event?.text.replace('SLA', 'SLO') ?? ''
    assert.throws(() => new Webhook(secret).verify(forged, event?.headers ?? {}))
    const { type, timestamp, data } = event?.body ?? {}
    const { event_id, ...rest } = data
    assert.is(type, 'term.created')
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.equal(rest, {
      term_id: term.id,
      target_type: 'term',
      target_id: term.id,
      actor: { id: admin.id, display_name: admin.email },
      payload: { name: 'SLA' },
    })
    const [delivery] = await deliveries(service, admin, id)
    assert.equal(
      [delivery.id, delivery.type, delivery.term_id, delivery.state, delivery.attempts],
      [event?.headers['webhook-id'], 'term.created', term.id, 'delivered', 1],
    )
  }),
)

test(
  'a webhook goes on with the previous SERVICE_SECRET_KEY, and its secret is encrypted again with the new one',
  withReceiver(async (service, receiver, admin) => {
    const { secret } = await webhook(service, admin, receiver.url)
    const { settings } = service.ctx
    const next = { ...settings, secretKey: 'the next secret of the tests, also long enough' }
    const both = { ...next, previousSecretKey: settings.secretKey }
    const deliver = async (changed: typeof settings) => {
      await service.term(admin)
      await sendAll({ ...service, ctx: { ...service.ctx, settings: changed } })
      return receiver.received.splice(0)
    }
    assert.equal(await deliver(next), [])
    await service.sql`delete from outbox_messages`
    const isSigned = ([event]: Awaited<ReturnType<typeof deliver>>) =>
      new Webhook(secret).verify(event?.text ?? '', event?.headers ?? {})
    assert.ok(isSigned(await deliver(both)))
    await renewSecrets({ ...service.ctx, settings: both })
    assert.ok(isSigned(await deliver(next)))
  }),
)

test(
  'the secret is returned once, and is in no table and no log line',
  withReceiver(async (service, receiver, admin) => {
    const events = ['term.created', 'dispute.resolved', 'term.created']
    const body = { url: receiver.url, events }
    const created = await service.request('POST', path, { as: admin, body })
    assert.is(created.status, 201)
    const { secret, ...others } = created.body
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(others.events, ['term.created', 'dispute.resolved'])
    const list = await service.request('GET', path, { as: admin })
    assert.equal(list.body, [others])
    await service.term(admin)
    receiver.status = 500
    await sendAll(service)
    const kept = [JSON.stringify(await everything(service)), ...service.logs].join('\n')
    assert.match(kept, others.id)
    assert.not.match(kept, secret.slice('whsec_'.length))
    const [audit] = await service.sql`select payload from audit_events where action = 'webhook.created'`
    assert.equal(audit?.payload, { name: new URL(receiver.url).host, events: others.events })
  }),
)

test('a wrong URL or event gets 422 and says where it is', async ({ person, request }) => {
  const as = await person('admin')
  const pathOf = async (body: object) => {
    const answer = await request('POST', path, { as, body })
    assert.is(answer.status, 422, JSON.stringify(body))
    return answer.body.errors[0].path
  }
  const events = ['term.created']
  const url = 'http://127.0.0.1/hook'
  for (const wrong of [
    ...['', 'hook', '/hook', 'ftp://a.example', 'https://', `${url}#part`, `http://a b/`, 4, null],
    ...['https://user:password@a.example/', 'https://user@a.example'],
    ...[`${url}?${'x'.repeat(2000)}`, `${url}?${'ü'.repeat(1000)}`],
  ]) {
    assert.is(await pathOf({ url: wrong, events }), 'url', `${wrong}`)
  }
  for (const wrong of [undefined, [], 'term.created']) {
    assert.is(await pathOf({ url, events: wrong }), 'events')
  }
  assert.is(await pathOf({ url, events: ['auth.login'] }), 'events.0')
  assert.equal((await request('GET', path, { as })).body, [])
})

test(
  'the test event is sent whatever the events of the webhook',
  withReceiver(async (service, receiver, admin) => {
    const { id, secret } = await webhook(service, admin, receiver.url, ['term.deleted'])
    await service.term(admin)
    const { status, body } = await service.request('POST', `${path}/${id}/test`, { as: admin })
    assert.equal([status, body.type, body.state], [202, 'webhook.test', 'waiting'])
    await sendAll(service)
    const [event] = receiver.received
    assert.is(receiver.received.length, 1)
    assert.ok(event)
    new Webhook(secret).verify(event.text, event.headers)
    assert.equal([event.body.type, event.body.data], ['webhook.test', { webhook_id: id }])
  }),
)

test(
  'anything but 2xx is a failure; redirects are not followed',
  withReceiver(async (service, receiver, admin) => {
    const other = await openReceiver()
    const { id } = await webhook(service, admin, receiver.url)
    await service.term(admin)
    const errors = []
    for (const status of [301, 307, 404, 500, null]) {
      Object.assign(receiver, { status, headers: { location: other.url } })
      await hurry(service)
      await sendAll(service, 300)
      errors.push((await deliveries(service, admin, id))[0].error)
    }
    await receiver.close()
    await hurry(service)
    await sendAll(service)
    const [delivery] = await deliveries(service, admin, id)
    assert.equal(
      [...errors, delivery.error],
      [
        ...['HTTP 301', 'HTTP 307', 'HTTP 404', 'HTTP 500'],
        ...['no response within 0.3 s', 'the connection was refused'],
      ],
    )
    assert.equal([delivery.state, delivery.attempts], ['waiting', 6])
    assert.equal(other.received, [])
    await other.close()
  }),
)

test(
  'a change and its deliveries are committed together, for the webhooks that want it',
  withReceiver(async (service, receiver, admin) => {
    const wanting = await webhook(service, admin, receiver.url, ['term.created', 'term.disputed'])
    await webhook(service, admin, receiver.url, ['term.deleted'])
    const term = await service.term(admin)
    const rows = await service.sql`select webhook_id from outbox_messages where kind = 'webhook'`
    assert.equal(
      rows.map(({ webhook_id }) => webhook_id),
      [wanting.id],
    )
    await service.sql`alter table outbox_messages add constraint fault check (term_id is null) not valid`
    const before = await everything(service)
    const as = await service.person()
    const refused = await service.request('POST', `/api/v1/terms/${term.id}/dispute`, { as, body: {} })
    assert.is(refused.status, 500)
    assert.equal((await everything(service)).terms, before.terms)
  }),
)

test(
  'the events of proposals and disputes belong to their term',
  withReceiver(async (service, receiver, admin) => {
    await webhook(service, admin, receiver.url, ['proposal.created', 'dispute.resolved'])
    const { id } = await service.term(admin)
    const ada = await service.person()
    const term = `/api/v1/terms/${id}`
    const body = { version: 1, definition: 'Another.' }
    await service.request('POST', `${term}/proposals`, { as: ada, body })
    await service.request('POST', `${term}/dispute`, { as: ada, body: {} })
    const [dispute] = (await service.request('GET', `${term}/disputes`, { as: ada })).body
    await service.request('POST', `/api/v1/disputes/${dispute.id}/resolve`, {
      as: ada,
      body: { resolution: 'withdrawn' },
    })
    await sendAll(service)
    assert.equal(receiver.received.map(({ body: { type, data } }) => [type, data.term_id]).sort(), [
      ['dispute.resolved', id],
      ['proposal.created', id],
    ])
  }),
)

test(
  'a deleted webhook gets nothing more; another SERVICE_SECRET_KEY stops deliveries',
  withReceiver(async (service, receiver, admin) => {
    const [gone, kept] = [await webhook(service, admin, receiver.url), await webhook(service, admin, receiver.url)]
    await service.term(admin)
    const remove = async () => (await service.request('DELETE', `${path}/${gone.id}`, { as: admin })).status
    assert.equal([await remove(), await remove()], [204, 404])
    const settings = { ...service.ctx.settings, secretKey: 'x'.repeat(40) }
    await sendAll({ ...service, ctx: { ...service.ctx, settings } })
    assert.equal(receiver.received, [])
    const [delivery] = await deliveries(service, admin, kept.id)
    assert.match(delivery.error, /another SERVICE_SECRET_KEY/)
    await hurry(service)
    await sendAll(service)
    assert.is(receiver.received.length, 1)
  }),
)

test.run()
