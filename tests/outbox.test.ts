import * as assert from 'uvu/assert'
import { backOff } from '../lib/outbox/delivery.ts'
import { openContext } from '../lib/service.ts'
import { eventually } from './support/eventually.ts'
import { everything } from './support/evidence.ts'
import { dispute, disputed, messages, sent } from './support/outbox.ts'
import { type SlackWorld, slackGlossary } from './support/slack-world.ts'

const test = slackGlossary('the outbox')

/** Makes everything that waits due. */
const hurry = ({ sql }: SlackWorld) => sql`update outbox_messages set next_attempt_at = now()`

test('a change and its message are stored together, or not at all', async (world) => {
  const { id } = await world.term(await world.colleague('U1'), { name: 'SLA' })
  await world.sql`alter table outbox_messages add constraint fault check (kind <> 'term.disputed')`
  const before = await everything(world)
  assert.is((await dispute(world, await world.person(), id)).status, 500)
  assert.equal(await everything(world), before)
})

test('an owner who never used Slack here is found by their address, once', async (world) => {
  const owner = await world.person('viewer', 'ada@example.com')
  world.slack.users.set('U7', { name: 'Ada', email: 'ada@example.com' })
  for (const name of ['SLA', 'SLO']) {
    await disputed(world, owner, name)
    await world.sendAll()
  }
  assert.equal(
    sent(world).map(([to]) => to),
    ['U7', 'U7'],
  )
  assert.is(world.slack.callsOf('users.lookupByEmail').length, 1)
  const [user] = await world.sql`select messaging_user_id from users where id = ${owner.id}`
  assert.is(user?.messaging_user_id, 'U7')
})

test('an address that Slack gives to somebody else here still gets the message', async (world) => {
  await world.colleague('U7')
  world.slack.users.set('U7', { name: 'Ada', email: 'ada@example.com' })
  const owner = await world.person('viewer', 'ada@example.com')
  await disputed(world, owner)
  await world.sendAll()
  assert.equal(
    sent(world).map(([to]) => to),
    ['U7'],
  )
  const [user] = await world.sql`select messaging_user_id from users where id = ${owner.id}`
  assert.is(user?.messaging_user_id, null)
})

test('who cannot be reached is given up at once, with the reason', async (world) => {
  const gone = await world.colleague('U1')
  await disputed(world, gone, 'A')
  await world.sql`update users set is_active = false where id = ${gone.id}`
  await disputed(world, await world.person(), 'B')
  const bot = await world.colleague('U2')
  await disputed(world, bot, 'C')
  world.slack.mishaps.set('chat.postMessage', [{ error: 'cannot_dm_bot' }])
  await world.sendAll()
  assert.equal(
    (await messages(world)).map(({ state, attempts, error }) => [state, attempts, error]),
    [
      ['failed', 1, 'the account is deactivated'],
      ['failed', 1, 'Slack: users_not_found'],
      ['failed', 1, 'Slack: cannot_dm_bot'],
    ],
  )
  assert.equal(sent(world), [])
  assert.is(world.logs.filter((line) => line.includes('a message was given up')).length, 3)
})

test('pauses double up to an hour, with jitter', () => {
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

for (const [what, mishap, error] of [
  ['a failing Slack', { status: 500 }, 'Slack: http_500'],
  ['a refusal that may pass', { error: 'internal_error' }, 'Slack: internal_error'],
  ['a wrong token', { error: 'invalid_auth' }, 'Slack: invalid_auth'],
] as const) {
  test(`after ${what} the message is tried again, ever later`, async (world) => {
    await disputed(world, await world.colleague('U1'))
    world.slack.mishaps.set('chat.postMessage', [mishap, mishap])
    await world.sendAll()
    const [first] = await messages(world)
    assert.equal([first?.state, first?.attempts, first?.error], ['waiting', 1, error])
    assert.ok(first && first.wait > 0 && first.wait <= 2)
    await world.sql`update outbox_messages set attempts = 9, next_attempt_at = now()`
    await world.sendAll()
    const [second] = await messages(world)
    assert.ok(second && second.wait > 500 && second.wait <= 1024)
    await hurry(world)
    await world.sendAll()
    const [last] = await messages(world)
    assert.equal([last?.state, last?.attempts, last?.error], ['delivered', 11, null])
    assert.is(sent(world).length, 1)
  })
}

test('while Slack cannot be reached, messages wait', async (world) => {
  await disputed(world, await world.colleague('U1'))
  await world.slack.close()
  await world.sendAll()
  const [message] = await messages(world)
  assert.equal([message?.state, message?.error], ['waiting', 'Slack: unreachable'])
})

test('a method that Slack wants to be left alone is; others are not', async (world) => {
  const owner = await world.colleague('U1')
  await disputed(world, owner, 'A')
  const busy = { status: 429, headers: { 'retry-after': '600' } }
  world.slack.mishaps.set('chat.postMessage', [busy])
  await world.sendAll()
  await disputed(world, owner, 'B')
  await hurry(world)
  await world.sendAll()
  assert.is(world.slack.asked.filter((method) => method === 'chat.postMessage').length, 1)
  const waiting = await messages(world)
  for (const { state, error, wait } of waiting) {
    assert.equal([state, error], ['waiting', 'Slack: ratelimited'])
    assert.ok(wait > 500 && wait <= 600)
  }
  await world.event({ type: 'app_mention', user: 'U1', channel: 'C1', text: 'A' })
  await world.sendAll()
  assert.is(world.slack.callsOf('chat.postEphemeral').length, 1)
})

test('once Slack has been left alone for long enough, the message arrives', async (world) => {
  await disputed(world, await world.colleague('U1'))
  world.slack.mishaps.set('chat.postMessage', [{ status: 429, headers: { 'retry-after': '1' } }])
  await world.sendAll()
  assert.equal(sent(world), [])
  await eventually('it arrives', async () => {
    await world.ctx.slack?.sendDue()
    return sent(world).length === 1
  })
})

test('a day of attempts is enough, but the last is made even after a longer pause', async (world) => {
  const owner = await world.colleague('U1')
  for (const name of ['A', 'B']) await disputed(world, owner, name)
  await world.sql`update outbox_messages set created_at = now() - interval '25 hours'`
  world.slack.mishaps.set('chat.postMessage', [{ status: 500 }])
  await world.sendAll()
  const states = (await messages(world)).map(({ state, error }) => [state, error])
  assert.equal(states.sort(), [
    ['delivered', null],
    ['failed', 'not delivered within 24 hours: Slack: http_500'],
  ])
  const [line] = world.logs.filter((each) => each.includes('a message was given up'))
  assert.match(line ?? '', /"level":"error".*not delivered within 24 hours: Slack: http_500/)
})

test('two processes share the messages, and none is sent twice', async (world) => {
  const owner = await world.colleague('U1')
  const names = Array.from({ length: 35 }, (_, i) => `T${i}`)
  for (const name of names) await disputed(world, owner, name)
  world.slack.latency = 20
  const { Response, settings, log } = world.ctx
  const other = openContext(world.databaseUrl, settings, log, { Response })
  const stops = [world.ctx.slack?.start(), other.context.slack?.start()]
  await eventually('all have arrived', async () =>
    (await messages(world)).every(({ state }) => state === 'delivered'),
  )
  await Promise.all(stops.map((stop) => stop?.()))
  await other.close(Promise.resolve())
  const named = sent(world).map(([, { text }]) => /term (T\d+)/.exec(text)?.[1])
  assert.equal(named.sort(), names.sort())
})

test('what arrived, or never will, is forgotten after a month; answers after a day', async (world) => {
  const owner = await world.colleague('U1')
  await world.sql`
    insert into outbox_messages (user_id, kind, payload, delivered_at, failed_at, error, created_at)
    values
      (${owner.id}, 'term.disputed', '{}', now(), null, null, now() - interval '31 days'),
      (${owner.id}, 'term.disputed', '{}', null, now(), 'x', now() - interval '31 days'),
      (${owner.id}, 'term.disputed', '{}', now(), null, 'kept', now() - interval '29 days'),
      (${owner.id}, 'term.disputed', '{}', null, null, 'waits', now() - interval '31 days'),
      (null, 'slack.answer', '{}', now(), null, null, now() - interval '25 hours'),
      (null, 'slack.answer', '{}', now(), null, 'new', now() - interval '23 hours')`
  await world.ctx.db.one('outbox/purge')
  assert.equal(
    (await messages(world)).map(({ error }) => error),
    ['waits', 'kept', 'new'],
  )
})

test.run()
