import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import * as assert from 'uvu/assert'
import { createWebhookQueue } from '../lib/notify/webhook-queue.ts'
import { eventually } from './support/eventually.ts'
import { deliveries, hurry, openReceiver, sendAll, webhook } from './support/receiver.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('what webhooks respond', { SERVICE_PRIVATE_ADDRESSES: 'true' })

/** A server that says what it wants to everyone who connects, whatever they say. */
async function openTalker(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.once('data', () => talk(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    sockets,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Writes a text again and again as long as the other side takes it. */
const flood = (start: string, piece: string) => (socket: Socket) => {
  socket.write(start)
  const timer = setInterval(() => socket.write(piece), 1)
  socket.on('close', () => clearInterval(timer))
}

const ok = 'HTTP/1.1 200 OK\r\n'
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'
const timeout = 'no response within 0.4 s'
const noResponse = 'the connection ended without a response'

const receivers: [name: string, talk: (socket: Socket) => void, error: string | null][] = [
  ['101', (socket) => socket.write(upgrade), 'HTTP 101'],
  ['101 and a flood', flood(upgrade, 'x'.repeat(1000)), 'HTTP 101'],
  ['101 and the end', (socket) => socket.end(upgrade), 'HTTP 101'],
  ['101 without Upgrade', (socket) => socket.write('HTTP/1.1 101 X\r\n\r\n'), 'HTTP 101'],
  ['no byte', () => {}, timeout],
  ['nothing, and the end', (socket) => socket.end(), 'the connection was closed'],
  ['a reset', (socket) => socket.resetAndDestroy(), 'the connection was closed'],
  ['half a status line', (socket) => socket.write('HTTP/1.'), timeout],
  ['endless headers, slowly', flood(ok, 'X: y\r\n'), timeout],
  ['a long header', (socket) => socket.write(`${ok}X: ${'y'.repeat(100_000)}`), 'HPE_HEADER_OVERFLOW'],
  ['an endless body', flood(`${ok}\r\n`, 'x'.repeat(1000)), null],
  ['endless chunks', flood(`${ok}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'), null],
  ['a body that never comes', (socket) => socket.write(`${ok}Content-Length: 9\r\n\r\n`), null],
  ['one hint, and 200', (socket) => socket.write(`${hints}${ok}Content-Length: 0\r\n\r\n`), null],
  ['one hint, and nothing', (socket) => socket.write(hints), timeout],
  ['a flood of hints', flood('', hints.repeat(20)), noResponse],
  ['a flood of 100', flood('', 'HTTP/1.1 100 Continue\r\n\r\n'), noResponse],
  ['a flood of 102', flood('', 'HTTP/1.1 102 Processing\r\n\r\n'), noResponse],
  ['something else', (socket) => socket.write('SSH-2.0-x\r\n'), 'HPE_INVALID_CONSTANT'],
]

for (const [name, talk, error] of receivers) {
  test(`a receiver that sends ${name} is done with, and its queue goes on`, async (service) => {
    const talker = await openTalker(talk)
    const admin = await service.person('admin')
    const { id } = await webhook(service, admin, talker.url)
    await service.term(admin)
    await sendAll(service, 400)
    const [delivery] = await deliveries(service, admin, id)
    const failed = error === null ? null : /^HPE/.test(error) ? `the connection failed (${error})` : error
    assert.equal([delivery.attempts, delivery.error], [1, failed])
    await eventually('the connection is closed', () => talker.sockets.size === 0)
    await hurry(service)
    await sendAll(service, 400)
    const expected = error === null ? 1 : 2
    assert.is((await deliveries(service, admin, id))[0].attempts, expected)
    talker.close()
  })
}

const nextAttempt = async ({ sql, clock }: TestService) => {
  const [row] = await sql`select next_attempt_at from outbox_messages where kind = 'webhook'`
  return Math.round((row?.next_attempt_at.getTime() - clock.now.getTime()) / 60_000)
}

test('a receiver that says when to try again is not asked before', async (service) => {
  const admin = await service.person('admin')
  const receiver = await openReceiver()
  await webhook(service, admin, receiver.url)
  await service.term(admin)
  receiver.status = 429
  const inTenMinutes = new Date(Date.now() + 600_000).toUTCString()
  for (const [retryAfter, minutes] of [
    ['1200', 20],
    [inTenMinutes, 10],
    ['99999999', 24 * 60],
    ['0', 0],
    ['-5', 0],
    ['soon', 0],
    [new Date(0).toUTCString(), 0],
  ] as const) {
    receiver.headers = { 'retry-after': retryAfter }
    await service.sql`update webhooks set paused_until = null`
    await service.sql`update outbox_messages set next_attempt_at = now(), attempts = 0`
    await sendAll(service)
    assert.is(await nextAttempt(service), minutes, retryAfter)
  }
  await receiver.close()
})

test('a receiver that asks to wait gets no other event meanwhile, and a test waits too', async (service) => {
  const admin = await service.person('admin')
  const receiver = await openReceiver()
  const { id } = await webhook(service, admin, receiver.url)
  receiver.status = 503
  receiver.headers = { 'retry-after': '600' }
  await service.term(admin)
  await sendAll(service)
  await service.term(admin)
  await service.request('POST', `/api/v1/admin/webhooks/${id}/test`, { as: admin })
  await sendAll(service)
  assert.is(receiver.received.length, 1)
  receiver.status = 204
  await service.sql`update webhooks set paused_until = now()`
  await sendAll(service)
  assert.is(receiver.received.length, 3)
  await receiver.close()
})

const disablingOf = async ({ sql }: TestService, id: string) =>
  (
    await sql`
      select action, payload from audit_events
      where target_id = ${id} and action in ('webhook.disabled', 'webhook.enabled')
      order by seq`
  ).map(({ action, payload }) => [action, payload])

test('410 disables a webhook and tells all admins; a test that succeeds enables it', async (service) => {
  const [admin, other] = [await service.person('admin'), await service.person('admin')]
  const receiver = await openReceiver()
  const { id } = await webhook(service, admin, receiver.url)
  for (const name of ['A', 'B', 'C']) await service.term(admin, { name })
  receiver.status = 410
  await sendAll(service)
  const read = async () => {
    const { body } = await service.request('GET', '/api/v1/admin/webhooks', { as: other })
    return body[0]
  }
  assert.type((await read()).disabled_at, 'string')
  const states = (await deliveries(service, admin, id)).map(({ state }: { state: string }) => state)
  assert.equal(states, ['failed', 'failed', 'failed'])
  for (const as of [admin, other]) {
    const { body } = await service.request('GET', '/api/v1/inbox', { as })
    assert.equal(
      body.map(({ kind, detail }: { kind: string; detail: object }) => [kind, detail]),
      [['webhook_disabled', { webhook_id: id, host: new URL(receiver.url).host }]],
    )
  }
  const count = receiver.received.length
  receiver.status = 204
  await service.term(admin, { name: 'D' })
  await sendAll(service)
  assert.is(receiver.received.length, count, 'a disabled webhook gets no events')
  await service.request('POST', `/api/v1/admin/webhooks/${id}/test`, { as: admin })
  await sendAll(service)
  assert.is((await read()).disabled_at, null)
  await service.request('POST', `/api/v1/admin/webhooks/${id}/test`, { as: admin })
  await service.term(admin, { name: 'E' })
  await sendAll(service)
  assert.is(receiver.received.length, count + 3)
  const name = new URL(receiver.url).host
  assert.equal(await disablingOf(service, id), [
    ['webhook.disabled', { name }],
    ['webhook.enabled', { name }],
  ])
  await receiver.close()
})

test('when the service stops, an attempt soon ends, and is made again later', async (service) => {
  const admin = await service.person('admin')
  const talker = await openTalker(() => {})
  const { id } = await webhook(service, admin, talker.url)
  await service.term(admin)
  const queue = createWebhookQueue(service.ctx, { timeoutMs: 2 ** 30 })
  await queue.sendDue()
  await eventually('it is connected', () => talker.sockets.size === 1)
  queue.stop()
  await queue.settle()
  const [delivery] = await deliveries(service, admin, id)
  assert.equal([delivery.state, delivery.error], ['waiting', 'the service stopped before there was a response'])
  talker.close()
})

test.run()
