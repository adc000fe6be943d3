import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import { requestBodies } from './support/slack-requests.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import type { Answer } from './support/test-service.ts'

const test = slackGlossary('slow parts behind the bot')

/** Twice as long as Slack waits (contract, section 18), for a busy machine; the bot answers after two seconds. */
const slackTimeoutMs = 6000

const kinds = Object.entries(requestBodies)

type Answered = { what: string; slackId: string; answer: Answer }

/** Sends every kind of request concurrently, each from another user. */
function doAll(service: SlackTestService, terms: Terms, prefix: string) {
  const post = async ([what, bodyOf]: (typeof kinds)[number], i: number): Promise<Answered> => {
    const slackId = `${prefix}${i}`
    const late = delay(slackTimeoutMs, null, { ref: false })
    const body = bodyOf({ ...terms, slackId, slack: service.slack })
    const answer = await Promise.race([service.post(body), late])
    if (!answer) throw new Error(`${what} was not answered in time`)
    assert.is(answer.status, 200, what)
    return { what, slackId, answer }
  }
  return Promise.all(kinds.map(post))
}

type Terms = { sla: string; cio: string }

/** Adds a term to vote for and one to dispute, with an owner who has a Slack ID. */
async function prepare(service: SlackTestService): Promise<Terms> {
  const owner = await service.colleague('UOWNER')
  const { id: sla } = await service.term(owner, { name: 'SLA' })
  const { id: cio } = await service.term(owner, { name: 'CIO' })
  return { sla, cio }
}

async function everythingIsDone({ sql }: SlackTestService) {
  const isDone = async () => {
    const [left] = await sql`
      select
        (select count(*) from slack_deliveries where handled_at is null)
        + (select count(*) from outbox_messages
           where delivered_at is null and failed_at is null) as rows`
    return Number(left?.rows) === 0
  }
  await eventually('all is handled and sent', isDone, 120)
}

/** The expected effects of so many requests of every kind. */
async function assertDoneOnce(service: SlackTestService, times: number) {
  const [facts] = await service.sql`
    select
      (select count(*)::integer from terms) as terms,
      (select count(*)::integer from votes) as votes,
      (select count(*)::integer from term_history where action = 'disputed') as disputes,
      (select count(*)::integer from api_tokens) as tokens,
      (select count(*)::integer from slack_deliveries where error is not null) as given_up`
  assert.equal(
    { ...facts },
    { terms: 2 + 4 * times, votes: 2 * times, disputes: 2 * times, tokens: times, given_up: 0 },
  )
  const notices = service.slack.calls.filter(({ args }) => args.channel === 'UOWNER')
  const disputes = notices.filter(({ args }) => /reported a problem with your term CIO/.test(String(args.text)))
  assert.is(disputes.length, 2 * times)
}

/** Checks that every user has got an answer, and a token if they requested one. */
function assertHeardOnce(service: SlackTestService, answered: Answered[]) {
  for (const { what, slackId, answer } of answered) {
    const messages = heard(service, slackId, answer)
    assert.is(messages.length, what === 'a token' ? 2 : 1, `${what}: ${messages.join(' | ')}`)
  }
}

function heard({ slack }: SlackTestService, slackId: string, { text, body }: Answer): string[] {
  const isAnswer = text !== '' && !/^Working on it/.test(body.text)
  const posted = slack.calls.filter(
    ({ method, args }) => method.startsWith('chat.') && (args.user ?? args.channel) === slackId,
  )
  return [
    ...(isAnswer ? [text] : []),
    ...slack.responses.filter(({ id }) => id === slackId).map(({ message }) => message.text),
    ...posted.map(({ args }) => String(args.text)),
  ]
}

test('if Slack takes ten seconds to respond, all requests are acknowledged in time and nothing is lost', async (service) => {
  const terms = await prepare(service)
  for (const i of kinds.keys()) {
    await service.colleague(`UKNOWN${i}`)
    service.slack.users.set(`UNEW${i}`, { name: 'Ada', email: `${i}@example.com` })
  }
  service.slack.latency = 10_000
  const stop = service.ctx.slack?.start()
  const answered = await Promise.all([doAll(service, terms, 'UKNOWN'), doAll(service, terms, 'UNEW')])
  service.slack.latency = 0
  await everythingIsDone(service)
  await stop?.()
  await assertDoneOnce(service, 2)
  assertHeardOnce(service, answered.flat())
})

test('if the terms are locked, all requests are acknowledged in time and nothing is lost', async (service) => {
  const terms = await prepare(service)
  for (const i of kinds.keys()) await service.colleague(`U${i}`)
  const stop = service.ctx.slack?.start()
  const gate = postgres(service.databaseUrl, { max: 1 })
  const answered = await gate.begin(async (tx) => {
    await tx`lock table terms in access exclusive mode`
    const all = await doAll(service, terms, 'U')
    await eventually('some have waited in vain', async () => {
      const rows = await service.sql`select from slack_deliveries where attempts > 0`
      return rows.length > 1
    })
    return all
  })
  await everythingIsDone(service)
  await Promise.all([stop?.(), gate.end()])
  await assertDoneOnce(service, 1)
  assertHeardOnce(service, answered)
})

test.run()
