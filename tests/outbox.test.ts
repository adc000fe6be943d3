import * as assert from 'uvu/assert'
import { createAttempts } from '../lib/notify/attempts.ts'
import { backOff, deliverDue } from '../lib/notify/delivery.ts'
import { openContext } from '../lib/service.ts'
import { eventually } from './support/eventually.ts'
import { dispute, disputed, messages, sent } from './support/outbox.ts'
import { textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('the outbox')

/** Makes all waiting messages due. */
const hurry = ({ sql }: SlackTestService) => sql`update outbox_messages set next_attempt_at = now()`

test('an owner without a Slack ID is found by their email address, once', async (service) => {
  const owner = await service.person('viewer', 'ada@example.com')
  service.slack.users.set('U7', { name: 'Ada', email: 'ada@example.com' })
  for (const name of ['SLA', 'SLO']) {
    await disputed(service, owner, name)
    await service.sendAll()
  }
  assert.equal(
    sent(service).map(([to]) => to),
    ['U7', 'U7'],
  )
  assert.is(service.slack.callsOf('users.lookupByEmail').length, 1)
  const [user] = await service.sql`select messaging_user_id from users where id = ${owner.id}`
  assert.is(user?.messaging_user_id, 'U7')
})

test('the message is sent even if Slack returns the ID of another user for the address', async (service) => {
  await service.colleague('U7')
  service.slack.users.set('U7', { name: 'Ada', email: 'ada@example.com' })
  const owner = await service.person('viewer', 'ada@example.com')
  await disputed(service, owner)
  await service.sendAll()
  assert.equal(
    sent(service).map(([to]) => to),
    ['U7'],
  )
  const [user] = await service.sql`select messaging_user_id from users where id = ${owner.id}`
  assert.is(user?.messaging_user_id, null)
})

test('a message to a user who cannot be reached fails immediately, with the reason', async (service) => {
  const gone = await service.colleague('U1')
  await disputed(service, gone, 'A')
  await service.sql`update users set is_active = false where id = ${gone.id}`
  await disputed(service, await service.person(), 'B')
  const bot = await service.colleague('U2')
  await disputed(service, bot, 'C')
  service.slack.overrides.set('chat.postMessage', [{ error: 'cannot_dm_bot' }])
  await service.sendAll()
  assert.equal(
    (await messages(service)).map(({ state, attempts, error }) => [state, attempts, error]),
    [
      ['failed', 1, 'the account is deactivated'],
      ['failed', 1, 'Slack: users_not_found'],
      ['failed', 1, 'Slack: cannot_dm_bot'],
    ],
  )
  assert.equal(sent(service), [])
  assert.is(service.logs.filter((line) => line.includes('a message could not be delivered')).length, 3)
})

test('pauses double up to one hour, with jitter', () => {
  const pauses: [attempts: number, random: number, seconds: number][] = [
    [0, 0, 1],
    [0, 1, 2],
    [1, 0, 2],
    [1, 0.5, 3],
    [5, 1, 64],
    [10, 1, 2048],
    [11, 1, 3600],
    [11, 0, 1800],
    [2000, 1, 3600],
  ]
  for (const [attempts, random, seconds] of pauses) assert.is(backOff(attempts, random), seconds)
})

for (const [what, override, error] of [
  ['a failing Slack', { status: 500 }, 'Slack: http_500'],
  ['a refusal that may pass', { error: 'internal_error' }, 'Slack: internal_error'],
  ['a wrong token', { error: 'invalid_auth' }, 'Slack: invalid_auth'],
] as const) {
  test(`after ${what} the message is sent again with growing pauses`, async (service) => {
    await disputed(service, await service.colleague('U1'))
    service.slack.overrides.set('chat.postMessage', [override, override])
    await service.sendAll()
    const [first] = await messages(service)
    assert.equal([first?.state, first?.attempts, first?.error], ['waiting', 1, error])
    assert.ok(first && first.wait <= 2)
    await service.sql`update outbox_messages set attempts = 9, next_attempt_at = now()`
    await service.sendAll()
    const [second] = await messages(service)
    assert.ok(second && second.wait > 500 && second.wait <= 1024)
    await hurry(service)
    await service.sendAll()
    const [last] = await messages(service)
    assert.equal([last?.state, last?.attempts, last?.error], ['delivered', 11, null])
    assert.is(sent(service).length, 1)
  })
}

test('messages wait while Slack cannot be reached', async (service) => {
  await disputed(service, await service.colleague('U1'))
  await service.slack.close()
  await service.sendAll()
  const [message] = await messages(service)
  assert.equal([message?.state, message?.error], ['waiting', 'Slack: unreachable'])
})

test('a rate-limited method is not called, other methods are', async (service) => {
  const owner = await service.colleague('U1')
  await disputed(service, owner, 'A')
  const busy = { status: 429, headers: { 'retry-after': '600' } }
  service.slack.overrides.set('chat.postMessage', [busy])
  await service.sendAll()
  await disputed(service, owner, 'B')
  await hurry(service)
  await service.sendAll()
  assert.is(service.slack.asked.filter((method) => method === 'chat.postMessage').length, 1)
  const waiting = await messages(service)
  for (const { state, error, wait } of waiting) {
    assert.equal([state, error], ['waiting', 'Slack: ratelimited'])
    assert.ok(wait > 500 && wait <= 600)
  }
  await service.event({ type: 'app_mention', user: 'U1', channel: 'C1', text: 'A' })
  await service.sendAll()
  assert.is(service.slack.callsOf('chat.postEphemeral').length, 1)
})

test('the message is sent after the pause that Slack requested', async (service) => {
  await disputed(service, await service.colleague('U1'))
  service.slack.overrides.set('chat.postMessage', [{ status: 429, headers: { 'retry-after': '1' } }])
  await service.sendAll()
  assert.equal(sent(service), [])
  await eventually('it arrives', async () => {
    await service.ctx.slack?.sendDue()
    return sent(service).length === 1
  })
})

test('attempts end after a day, but the last one is made even after a longer pause', async (service) => {
  const owner = await service.colleague('U1')
  for (const name of ['A', 'B']) await disputed(service, owner, name)
  await service.sql`update outbox_messages set created_at = now() - interval '25 hours'`
  service.slack.overrides.set('chat.postMessage', [{ status: 500 }])
  await service.sendAll()
  const states = (await messages(service)).map(({ state, error }) => [state, error])
  assert.equal(states.sort(), [
    ['delivered', null],
    ['failed', 'not delivered within 24 hours: Slack: http_500'],
  ])
  const [line] = service.logs.filter((each) => each.includes('a message could not be delivered'))
  assert.match(line ?? '', /"level":"error".*not delivered within 24 hours: Slack: http_500/)
})

test('many notices for a person become one message, except those with buttons', async (service) => {
  const [owner, other] = [await service.colleague('U1'), await service.colleague('U2')]
  const editor = await service.person('editor', 'eve@example.com')
  const ids: string[] = []
  for (let i = 0; i < 25; i++) ids.push((await service.term(editor, { name: `T${i}` })).id)
  const assign = (of: readonly string[], owner_id: string) =>
    service.request('POST', '/api/v1/terms/bulk', { as: editor, body: { ids: of, set: { owner_id } } })
  assert.is((await assign(ids, owner.id)).status, 200)
  await dispute(service, other, ids[0] ?? '')
  assert.is((await assign(ids.slice(0, 5), other.id)).status, 200)
  await service.sendAll()
  const of = (id: string) => sent(service).flatMap(([to, message]) => (to === id ? [message] : []))
  assert.is(of('U2').length, 5)
  const [notice, combined, ...more] = of('U1').sort((a, b) => (a.text < b.text ? 1 : -1))
  assert.match(notice?.text ?? '', 'reported a problem with your term T0')
  assert.is(combined?.text, '30 new entries in your inbox')
  const lines = combined ? textOf(combined).split('\n') : []
  assert.match(lines[1] ?? '', 'eve@example.com made someone else the owner of your term <')
  assert.equal([lines.length, more], [22, []])
  assert.match(lines.at(-1) ?? '', 'And 10 more in your inbox')
  await service.sendAll()
  assert.is(sent(service).length, 7)
})

test('two processes share the messages and send none twice', async (service) => {
  const owner = await service.colleague('U1')
  const names = Array.from({ length: 35 }, (_, i) => `T${i}`)
  for (const name of names) await disputed(service, owner, name)
  service.slack.latency = 20
  const { Response, settings, log } = service.ctx
  const other = openContext(service.databaseUrl, settings, log, { Response })
  const stops = [service.ctx.slack?.start(), other.context.slack?.start()]
  await eventually('all have arrived', async () =>
    (await messages(service)).every(({ state }) => state === 'delivered'),
  )
  await Promise.all(stops.map((stop) => stop?.()))
  await other.close(Promise.resolve())
  const named = sent(service).map(([, { text }]) => /term (T\d+)/.exec(text)?.[1])
  assert.equal(named.sort(), names.sort())
})

test('a message whose sending does not end is sent again, without those that were sent with it', async (service) => {
  const owner = await service.colleague('U1')
  for (const name of ['A', 'B']) await disputed(service, owner, name)
  const attempted: string[] = []
  const send = async ({ id }: { id: string }) => {
    attempted.push(id)
    if (id === attempted[0]) await new Promise(() => {})
    return { delivered: true } as const
  }
  assert.is(await deliverDue(service.ctx, send, createAttempts(100)), 2)
  assert.equal(
    (await messages(service)).map(({ state, error }) => [state, error]),
    [
      ['waiting', 'no response within 0.1 s'],
      ['delivered', null],
    ],
  )
  await hurry(service)
  assert.is(await deliverDue(service.ctx, send, createAttempts(100)), 1)
  assert.is(new Set(attempted).size, 2)
})

test('notifications are deleted after a month, answers that were sent after a day', async (service) => {
  const owner = await service.colleague('U1')
  await service.sql`
    insert into outbox_messages (user_id, kind, payload, delivered_at, failed_at, error, created_at)
    values
      (${owner.id}, 'digest', '{}', now(), null, null, now() - interval '31 days'),
      (${owner.id}, 'digest', '{}', null, now(), 'x', now() - interval '31 days'),
      (${owner.id}, 'digest', '{}', now(), null, 'kept', now() - interval '29 days'),
      (${owner.id}, 'digest', '{}', null, null, null, now() - interval '31 days'),
      (${owner.id}, 'digest', '{}', null, null, 'waits', now() - interval '29 days'),
      (null, 'slack.answer', '{}', now(), null, null, now() - interval '25 hours'),
      (null, 'slack.answer', '{}', null, null, 'late', now() - interval '24 hours'),
      (null, 'slack.answer', '{}', now(), null, 'new', now() - interval '23 hours')`
  await service.ctx.db.run('jobs/delete-old', { table_name: 'outbox_messages', most: 100 })
  assert.equal((await messages(service)).map(({ error }) => error).sort(), ['kept', 'late', 'new', 'waits'])
})

test.run()
