import * as assert from 'uvu/assert'
import { createApp } from '../lib/app.ts'
import { openContext } from '../lib/service.ts'
import { routes } from './support/routes.ts'
import { sign } from './support/slack.ts'
import { deeds, lookUps } from './support/slack-deeds.ts'
import { type SlackWorld, slackGlossary } from './support/slack-world.ts'
import { send } from './support/world.ts'

const test = slackGlossary('requests that Slack sends again')

/** Everything that a request can bring about, wherever. */
async function effects(world: SlackWorld) {
  const [rows] = await world.sql`
    select
      (select jsonb_agg(to_jsonb(t) order by t.name) from terms t) as terms,
      (select jsonb_agg(to_jsonb(v) order by v.user_id) from votes v) as votes,
      (select jsonb_agg(to_jsonb(h) order by h.seq) from term_history h) as history,
      (select jsonb_agg(to_jsonb(a) order by a.seq) from audit_events a) as audit,
      (select jsonb_agg(to_jsonb(k) order by k.created_at) from api_tokens k) as tokens,
      (select jsonb_agg(to_jsonb(o) order by o.id) from outbox_messages o) as messages,
      (select jsonb_agg(to_jsonb(d) order by d.id) from slack_deliveries d) as deliveries`
  return { ...rows, said: world.slack.calls.length + world.slack.responses.length }
}

/** The ways in which the same comes again. */
const again: Record<string, (world: SlackWorld, body: string) => Promise<unknown>> = {
  'with the same signature': ({ post }, body) => post(body, sign(body)),
  'with a new timestamp': ({ post }, body) =>
    post(body, sign(body, { at: new Date(Date.now() + 60_000) })),
  'as a retry': ({ post }, body) =>
    post(body, { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' }),
  'ten times at once': ({ post }, body) =>
    Promise.all(Array.from({ length: 10 }, () => post(body))),
}

/** Rows of their own that deeds leave behind; the two terms have an entry of the history each. */
async function changes({ sql }: SlackWorld) {
  const [row] = await sql<{ rows: number }[]>`
    select (
      (select count(*) from term_history) + (select count(*) from votes)
      + (select count(*) from api_tokens) - 2
    )::integer as rows`
  return row?.rows
}

for (const [what, bodyOf] of Object.entries(deeds)) {
  test(`${what}: a second delivery has no second effect`, async (world) => {
    await world.colleague('U1')
    const owner = await world.colleague('U2')
    const { id: sla } = await world.term(owner, { name: 'SLA' })
    const { id: cio } = await world.term(owner, { name: 'CIO' })
    const body = bodyOf({ slackId: 'U1', slack: world.slack, sla, cio })
    const first = await Promise.all(Array.from({ length: 10 }, () => world.post(body)))
    for (const { status } of first) assert.is(status, 200)
    await world.sendAll()
    assert.is(await changes(world), lookUps.includes(what) ? 0 : 1)
    assert.is((await world.sql`select from slack_deliveries`).length, 1)
    const isAnsweredInline = first.some(({ text }) => text !== '' && !/I am on it/.test(text))
    assert.is(answersTo(world, 'U1') + Number(isAnsweredInline), 1)
    await world.sendAll()
    const after = await effects(world)
    for (const [how, repeat] of Object.entries(again)) {
      await repeat(world, body)
      await world.sendAll()
      assert.equal(await effects(world), after, how)
    }
    await afterRestart(world, body)
    assert.equal(await effects(world), after, 'after a restart')
  })
}

/** The messages to somebody, but for those with a token. */
const answersTo = ({ slack }: SlackWorld, slackId: string) =>
  slack.responses.length +
  slack.calls.filter(
    ({ args }) => (args.user ?? args.channel) === slackId && !/API token/.test(String(args.text)),
  ).length

/** Sends it to another process of the same service. */
async function afterRestart({ ctx, databaseUrl }: SlackWorld, body: string) {
  const { Response, settings, log } = ctx
  const service = openContext(databaseUrl, settings, log, { Response })
  const app = createApp(routes, service.context)
  const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
  const headers = { 'content-type': type, ...sign(body) }
  assert.is((await send(app, 'POST', '/slack/events', { body, headers })).status, 200)
  await service.context.background.settle()
  await service.context.slack?.handleDue()
  await service.context.slack?.sendDue()
  await service.close(Promise.resolve())
}

test('the same deed once more is another deed', async (world) => {
  for (const id of ['U1', 'U2']) await world.colleague(id)
  await world.command('U1', 'token mine')
  await world.command('U1', 'token mine')
  assert.is((await world.sql`select from api_tokens`).length, 2)
  await world.event({ type: 'app_mention', user: 'U2', channel: 'C1', text: 'SLA' })
  await world.event({ type: 'app_mention', user: 'U2', channel: 'C1', text: 'SLA' })
  await world.sendAll()
  assert.is(world.slack.callsOf('chat.postEphemeral').length, 2)
})

test('an event with a known id is known, whatever else it says', async (world) => {
  await world.colleague('U1')
  const event = { type: 'app_mention', user: 'U1', channel: 'C1' }
  await world.event({ ...event, text: 'add SLA -- One.' }, 'Ev1')
  await world.event({ ...event, text: 'add SLO -- Two.' }, 'Ev1')
  await world.sendAll()
  const names = await world.sql`select name from terms`
  assert.equal(
    [...names].map(({ name }) => name),
    ['SLA'],
  )
})

test('a second delivery of a command is told that the answer is on its way', async (world) => {
  await world.colleague('U1')
  const body = 'command=%2Fglossary&user_id=U1&text=SLA&trigger_id=1'
  await world.post(body)
  const { text, response_type } = (await world.post(body)).body
  assert.equal([text, response_type], ['I am on it: the answer comes in a moment.', 'ephemeral'])
})

test('what Slack sends no more is forgotten, what is not handled is kept', async (world) => {
  await world.sql`
    insert into slack_deliveries (id, kind, payload, next_attempt_at, handled_at, created_at)
    values
      ('old', 'event', null, now(), now(), now() - interval '49 hours'),
      ('new', 'event', null, now(), now(), now() - interval '47 hours'),
      ('due', 'event', '{}', now() + interval '1 hour', null, now() - interval '49 hours')`
  await world.ctx.db.one('slack/purge')
  const ids = await world.sql`select id from slack_deliveries order by id`
  assert.equal(
    [...ids].map(({ id }) => id),
    ['due', 'new'],
  )
})

test.run()
