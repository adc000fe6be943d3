import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { openContext } from '../lib/service.ts'
import { eventually } from './support/eventually.ts'
import { faultsOfAnswer, sign } from './support/slack.ts'
import { requestBodies } from './support/slack-requests.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { type Answer, send } from './support/test-service.ts'

const test = slackGlossary('the bot without its database')

/** The response to each kind of request while the database is unavailable. */
async function answersWithout(service: SlackTestService, databaseUrl: string) {
  const { Response, settings, log } = service.ctx
  const opened = openContext(databaseUrl, settings, log, { Response })
  const app = createGlossary(opened.context)
  const by = { slackId: 'U1', slack: service.slack, sla: 'x', cio: 'x' }
  const post = async ([what, bodyOf]: [string, (typeof requestBodies)[string]]) => {
    const body = bodyOf(by)
    const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
    const headers = { 'content-type': type, ...sign(body) }
    return [what, await send(app, 'POST', '/slack/events', { body, headers })] as const
  }
  const answers = await Promise.all(Object.entries(requestBodies).map(post))
  await opened.close(Promise.resolve())
  return new Map<string, Answer>(answers)
}

function assertSaid(answers: Map<string, Answer>) {
  for (const [what, { status, body }] of answers) {
    assert.equal(faultsOfAnswer(body), [], what)
    if (what === 'a form') {
      assert.equal([status, body.response_action], [200, 'errors'])
      assert.match(body.errors.name, /cannot reach its database right now/)
    } else if (/button|share|shortcut|mention|message/.test(what)) {
      assert.equal([status, body.code], [503, 'database_unreachable'], what)
    } else {
      assert.equal([status, body.response_type], [200, 'ephemeral'], what)
      assert.match(body.text, /cannot reach its database right now.*try again/)
    }
  }
}

test('every kind of request gets an error if the database refuses connections', async (service) => {
  assertSaid(await answersWithout(service, 'postgresql://nobody@127.0.0.1:1/nothing'))
  assert.equal([...service.slack.asked], [])
})

test('every kind of request gets an error if the database does not answer', async (service) => {
  const sockets: Socket[] = []
  const hole = createServer((socket) => sockets.push(socket))
  await once(hole.listen(0, '127.0.0.1'), 'listening')
  const { port } = hole.address() as AddressInfo
  const answers = answersWithout(service, `postgresql://nobody@127.0.0.1:${port}/nothing`)
  assertSaid(await answers.finally(() => hole.close()))
  for (const socket of sockets) socket.destroy()
})

test('an event that could not be stored takes effect when Slack sends it again', async (service) => {
  await service.colleague('U1')
  const event = { type: 'app_mention', user: 'U1', channel: 'C1', text: 'add SLA -- A promise.' }
  await service.sql`alter table slack_deliveries rename to away`
  assert.is((await service.event(event, 'Ev1')).status, 503)
  await service.sql`alter table away rename to slack_deliveries`
  assert.is((await service.event(event, 'Ev1')).status, 200)
  await service.sendAll()
  assert.is((await service.sql`select from terms`).length, 1)
  assert.is(service.slack.callsOf('chat.postEphemeral').length, 1)
})

test('a command whose connection breaks is rolled back and retried once', async (service) => {
  await service.colleague('U1')
  const { id } = await service.term(await service.person(), { name: 'SLA' })
  const gate = postgres(service.databaseUrl, { max: 1 })
  const answer = await gate.begin(async (tx) => {
    await tx`select from terms where id = ${id} for update`
    const vote = service.command('U1', 'vote SLA')
    await eventually('the vote waits, and its connection is gone', async () => {
      const gone = await service.sql`
        select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return gone.length === 1
    })
    return vote
  })
  await gate.end()
  assert.match(answer.body.text, /Working on it/)
  const [delivery] = await service.sql`select attempts, error from slack_deliveries`
  assert.is(delivery?.attempts, 1)
  await eventually('it is done', async () => (await service.ctx.slack?.handleDue()) === 1)
  const [said] = await service.answers()
  assert.is(said?.text, 'Thank you. Your vote was counted. 2 more votes to community.')
  assert.is((await service.sql`select from votes`).length, 1)
})

test('a command that fails with an internal error is not retried; the user is told, and the error is logged', async (service) => {
  await service.colleague('U1')
  await service.sql`alter table terms add constraint fault check (name <> 'SLA')`
  const command = await service.command('U1', 'add SLA -- A promise.')
  assert.match(command.body.text, /Something went wrong on our side/)
  await service.event({ type: 'app_mention', user: 'U1', channel: 'C1', text: 'add SLA -- x' })
  await service.sendAll()
  const [call] = service.slack.callsOf('chat.postEphemeral')
  assert.match(String(call?.args.text), /Something went wrong on our side/)
  const left = await service.sql`select payload, error from slack_deliveries`
  assert.is(left.length, 2)
  for (const { payload, error } of left) {
    assert.is(payload, null)
    assert.match(error, /violates check constraint "fault"/)
  }
  // The second one is counted with the first.
  const logged = service.logs.filter((line) => line.includes('a Slack request failed for good'))
  assert.is(logged.length, 1)
})

test('a delivery that fails for a day is discarded, and the user is told', async (service) => {
  service.slack.overrides.set('users.info', [{ status: 500 }, { status: 500 }])
  const answer = await service.command('U1', 'add SLA -- A promise.')
  assert.match(answer.body.text, /Working on it/)
  const [delivery] = await service.sql`
    update slack_deliveries
    set created_at = now() - interval '25 hours', next_attempt_at = now()
    returning attempts, error`
  assert.equal({ ...delivery }, { attempts: 1, error: 'Slack: http_500' })
  await service.ctx.slack?.handleDue()
  assert.match((await service.answers())[0]?.text ?? '', /Something went wrong/)
  assert.equal([...(await service.sql`select from slack_deliveries where handled_at is null`)], [])
})

test.run()
