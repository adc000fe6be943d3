import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { createApp } from '../lib/app.ts'
import { openContext } from '../lib/service.ts'
import { eventually } from './support/eventually.ts'
import { routes } from './support/routes.ts'
import { faultsOfAnswer, sign } from './support/slack.ts'
import { deeds } from './support/slack-deeds.ts'
import { type SlackWorld, slackGlossary } from './support/slack-world.ts'
import { type Answer, send } from './support/world.ts'

const test = slackGlossary('the bot without its database')

/** What each kind of request gets while nothing can be stored. */
async function answersWithout(world: SlackWorld, databaseUrl: string) {
  const { Response, settings, log } = world.ctx
  const service = openContext(databaseUrl, settings, log, { Response })
  const app = createApp(routes, service.context)
  const by = { slackId: 'U1', slack: world.slack, sla: 'x', cio: 'x' }
  const post = async ([what, bodyOf]: [string, (typeof deeds)[string]]) => {
    const body = bodyOf(by)
    const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
    const headers = { 'content-type': type, ...sign(body) }
    return [what, await send(app, 'POST', '/slack/events', { body, headers })] as const
  }
  const answers = await Promise.all(Object.entries(deeds).map(post))
  await service.close(Promise.resolve())
  return new Map<string, Answer>(answers)
}

function assertSaid(answers: Map<string, Answer>) {
  for (const [what, { status, body }] of answers) {
    assert.equal(faultsOfAnswer(body), [], what)
    if (what === 'a form') {
      assert.equal([status, body.response_action], [200, 'errors'])
      assert.match(body.errors.name, /cannot reach its database just now/)
    } else if (/button|share|shortcut|mention|message/.test(what)) {
      assert.equal([status, body.code], [503, 'database_unavailable'], what)
    } else {
      assert.equal([status, body.response_type], [200, 'ephemeral'], what)
      assert.match(body.text, /cannot reach its database just now.*try again/)
    }
  }
}

test('a database that refuses connections is told of, each kind in its way', async (world) => {
  assertSaid(await answersWithout(world, 'postgresql://nobody@127.0.0.1:1/nothing'))
  assert.equal([...world.slack.asked], [])
})

test('a database that does not answer is told of as well', async (world) => {
  const sockets: Socket[] = []
  const hole = createServer((socket) => sockets.push(socket))
  await once(hole.listen(0, '127.0.0.1'), 'listening')
  const { port } = hole.address() as AddressInfo
  const answers = answersWithout(world, `postgresql://nobody@127.0.0.1:${port}/nothing`)
  assertSaid(await answers.finally(() => hole.close()))
  for (const socket of sockets) socket.destroy()
})

test('an event that could not be stored has its effect when Slack delivers it again', async (world) => {
  await world.colleague('U1')
  const event = { type: 'app_mention', user: 'U1', channel: 'C1', text: 'add SLA -- A promise.' }
  await world.sql`alter table slack_deliveries rename to away`
  assert.is((await world.event(event, 'Ev1')).status, 503)
  await world.sql`alter table away rename to slack_deliveries`
  assert.is((await world.event(event, 'Ev1')).status, 200)
  await world.sendAll()
  assert.is((await world.sql`select from terms`).length, 1)
  assert.is(world.slack.callsOf('chat.postEphemeral').length, 1)
})

test('a connection that breaks under a command undoes it; it is done again, once', async (world) => {
  await world.colleague('U1')
  const { id } = await world.term(await world.person(), { name: 'SLA' })
  const gate = postgres(world.databaseUrl, { max: 1 })
  const answer = await gate.begin(async (tx) => {
    await tx`select from terms where id = ${id} for update`
    const vote = world.command('U1', 'vote SLA')
    await eventually('the vote waits, and its connection is gone', async () => {
      const gone = await world.sql`
        select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return gone.length === 1
    })
    return vote
  })
  await gate.end()
  assert.match(answer.body.text, /I am on it/)
  const [delivery] = await world.sql`select attempts, error from slack_deliveries`
  assert.is(delivery?.attempts, 1)
  await eventually('it is done', async () => (await world.ctx.slack?.handleDue()) === 1)
  const [said] = await world.answers()
  assert.is(said?.text, 'Thank you, your vote counts. 2 more votes to community.')
  assert.is((await world.sql`select from votes`).length, 1)
})

test('what fails for a reason of its own is given up at once, told, and logged', async (world) => {
  await world.colleague('U1')
  await world.sql`alter table terms add constraint fault check (name <> 'SLA')`
  const command = await world.command('U1', 'add SLA -- A promise.')
  assert.match(command.body.text, /a fault on our side, which has been logged/)
  await world.event({ type: 'app_mention', user: 'U1', channel: 'C1', text: 'add SLA -- x' })
  await world.sendAll()
  const [call] = world.slack.callsOf('chat.postEphemeral')
  assert.match(String(call?.args.text), /a fault on our side/)
  const left = await world.sql`select payload, error from slack_deliveries`
  for (const { payload, error } of left) {
    assert.is(payload, null)
    assert.match(error, /violates check constraint "fault"/)
  }
  const logged = world.logs.filter((line) => line.includes('a delivery was given up'))
  assert.is(logged.length, 2)
})

test('a delivery that a day of attempts could not handle is given up, and told of', async (world) => {
  world.slack.mishaps.set('users.info', [{ status: 500 }, { status: 500 }])
  const answer = await world.command('U1', 'add SLA -- A promise.')
  assert.match(answer.body.text, /I am on it/)
  const [delivery] = await world.sql`
    update slack_deliveries
    set created_at = now() - interval '25 hours', next_attempt_at = now()
    returning attempts, error`
  assert.equal({ ...delivery }, { attempts: 1, error: 'Slack: http_500' })
  await world.ctx.slack?.handleDue()
  assert.match((await world.answers())[0]?.text ?? '', /That did not work/)
  assert.equal([...(await world.sql`select from slack_deliveries where handled_at is null`)], [])
})

test.run()
