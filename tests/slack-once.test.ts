import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { openContext } from '../lib/service.ts'
import { sign } from './support/slack.ts'
import { readOnlyRequests, requestBodies } from './support/slack-requests.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { send } from './support/test-service.ts'

const test = slackGlossary('requests that Slack sends again')

/** All effects that a request can have. */
async function effects(service: SlackTestService) {
  const [rows] = await service.sql`
    select
      (select jsonb_agg(to_jsonb(t) order by t.name) from terms t) as terms,
      (select jsonb_agg(to_jsonb(v) order by v.user_id) from votes v) as votes,
      (select jsonb_agg(to_jsonb(h) order by h.seq) from term_history h) as history,
      (select jsonb_agg(to_jsonb(a) order by a.seq) from audit_events a) as audit,
      (select jsonb_agg(to_jsonb(k) order by k.created_at) from api_tokens k) as tokens,
      (select jsonb_agg(to_jsonb(o) order by o.id) from outbox_messages o) as messages,
      (select jsonb_agg(to_jsonb(d) order by d.id) from slack_deliveries d) as deliveries`
  return { ...rows, said: service.slack.posts().length + service.slack.responses.length }
}

/** The ways in which Slack can send the same request again. */
const again: Record<string, (service: SlackTestService, body: string) => Promise<unknown>> = {
  'with the same signature': ({ post }, body) => post(body, sign(body)),
  'with a new timestamp': ({ post }, body) => post(body, sign(body, { at: new Date(Date.now() + 60_000) })),
  'as a retry': ({ post }, body) => post(body, { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' }),
  'ten times concurrently': ({ post }, body) => Promise.all(Array.from({ length: 10 }, () => post(body))),
}

/** Rows that `requestBodies` add; the two terms that exist before have one history entry each. */
async function changes({ sql }: SlackTestService) {
  const [row] = await sql<{ rows: number }[]>`
    select (
      (select count(*) from term_history) + (select count(*) from votes)
      + (select count(*) from api_tokens) - 2
    )::integer as rows`
  return row?.rows
}

for (const [what, bodyOf] of Object.entries(requestBodies)) {
  test(`${what}: a second delivery has no second effect`, async (service) => {
    await service.colleague('U1')
    const owner = await service.colleague('U2')
    const { id: sla } = await service.term(owner, { name: 'SLA' })
    const { id: cio } = await service.term(owner, { name: 'CIO' })
    const body = bodyOf({ slackId: 'U1', slack: service.slack, sla, cio })
    const first = await Promise.all(Array.from({ length: 10 }, () => service.post(body)))
    for (const { status } of first) assert.is(status, 200)
    await service.sendAll()
    assert.is(await changes(service), readOnlyRequests.includes(what) ? 0 : 1)
    assert.is((await service.sql`select from slack_deliveries`).length, 1)
    const isAnsweredInline = first.some(({ text }) => text !== '' && !/Working on it/.test(text))
    assert.is(answersTo(service, 'U1') + Number(isAnsweredInline), 1)
    await service.sendAll()
    const after = await effects(service)
    for (const [how, repeat] of Object.entries(again)) {
      await repeat(service, body)
      await service.sendAll()
      assert.equal(await effects(service), after, how)
    }
    await afterRestart(service, body)
    assert.equal(await effects(service), after, 'after a restart')
  })
}

/** The messages to a user, except those with a token. */
const answersTo = ({ slack }: SlackTestService, slackId: string) =>
  slack.responses.length +
  slack.posts().filter(({ args }) => (args.user ?? args.channel) === slackId && !/API token/.test(String(args.text)))
    .length

/** Sends the request to another process of the same service. */
async function afterRestart({ ctx, databaseUrl }: SlackTestService, body: string) {
  const { Response, settings, log } = ctx
  const opened = openContext(databaseUrl, settings, log, { Response })
  const app = createGlossary(opened.context)
  const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
  const headers = { 'content-type': type, ...sign(body) }
  assert.is((await send(app, 'POST', '/slack/events', { body, headers })).status, 200)
  await opened.context.background.settle()
  await opened.context.slack?.handleDue()
  await opened.context.slack?.sendDue()
  await opened.close(Promise.resolve())
}

test('the same action in a new request has its own effect', async (service) => {
  for (const id of ['U1', 'U2']) await service.colleague(id)
  await service.command('U1', 'token mine')
  await service.command('U1', 'token mine')
  assert.is((await service.sql`select from api_tokens`).length, 2)
  await service.event({ type: 'app_mention', user: 'U2', channel: 'C1', text: 'SLA' })
  await service.event({ type: 'app_mention', user: 'U2', channel: 'C1', text: 'SLA' })
  await service.sendAll()
  assert.is(service.slack.callsOf('chat.postEphemeral').length, 2)
})

test('an event with a known ID is a duplicate, even if its content differs', async (service) => {
  await service.colleague('U1')
  const event = { type: 'app_mention', user: 'U1', channel: 'C1' }
  await service.event({ ...event, text: 'add SLA -- One.' }, 'Ev1')
  await service.event({ ...event, text: 'add SLO -- Two.' }, 'Ev1')
  await service.sendAll()
  const names = await service.sql`select name from terms`
  assert.equal(
    [...names].map(({ name }) => name),
    ['SLA'],
  )
})

test('a repeated command is told that the answer is on its way', async (service) => {
  await service.colleague('U1')
  const body = 'command=%2Fglossary&user_id=U1&text=SLA&trigger_id=1'
  await service.post(body)
  const { text, response_type } = (await service.post(body)).body
  assert.equal([text, response_type], ['Working on it. The answer will follow shortly.', 'ephemeral'])
})

test('handled deliveries are deleted once Slack no longer retries them, unhandled ones are kept', async (service) => {
  await service.sql`
    insert into slack_deliveries (id, kind, payload, next_attempt_at, handled_at, created_at)
    values
      ('old', 'event', null, now(), now(), now() - interval '49 hours'),
      ('new', 'event', null, now(), now(), now() - interval '47 hours'),
      ('due', 'event', '{}', now() + interval '1 hour', null, now() - interval '49 hours')`
  await service.ctx.db.run('jobs/delete-old', { table_name: 'slack_deliveries', most: 100 })
  const ids = await service.sql`select id from slack_deliveries order by id`
  assert.equal(
    [...ids].map(({ id }) => id),
    ['due', 'new'],
  )
})

test.run()
