import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import type { ServerProcess } from './support/process.ts'
import { type Servers, servers } from './support/servers.ts'
import { botToken, type FakeSlack, sign, signingSecret, startSlack } from './support/slack.ts'

// These tests stop or kill whole processes while they work.
const test = servers('messages over a crash')

type Stage = {
  slack: FakeSlack
  sql: postgres.Sql
  /** starts the service with the same database and the same Slack each time */
  start(): Promise<ServerProcess>
  close(): Promise<void>
}

async function openStage(service: Servers): Promise<Stage> {
  const url = await service.database()
  const slack = await startSlack()
  const sql = postgres(url, { max: 1 })
  const env = {
    SERVICE_DATABASE_URL: url,
    SERVICE_DEV_MODE: 'true',
    SERVICE_SLACK_API_URL: slack.apiUrl,
    SERVICE_SLACK_BOT_TOKEN: botToken,
    SERVICE_SLACK_SIGNING_SECRET: signingSecret,
  }
  return {
    slack,
    sql,
    start: () => service.start(env),
    close: async () => void (await Promise.all([slack.close(), sql.end()])),
  }
}

/** Sends requests as a logged-in user. */
async function logIn({ url }: ServerProcess, email: string) {
  const answer = await fetch(`${url}/auth/dev/login?email=${email}`, { redirect: 'manual' })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async (path: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const sent = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.ok(sent.ok)
    return sent.json()
  }
}

/** Adds a term whose owner has the Slack ID U1, and disputes it. */
async function dispute(server: ServerProcess, { sql }: Stage) {
  const ada = await logIn(server, 'ada@example.com')
  const { id } = await ada('/api/v1/terms', { name: 'SLA', definition: 'A promise.' })
  await sql`update users set messaging_user_id = 'U1'`
  const bob = await logIn(server, 'bob@example.com')
  await bob(`/api/v1/terms/${id}/dispute`, { reason: 'No.' })
}

const isAsked = ({ slack }: Stage) =>
  eventually('Slack is asked', () => slack.asked.includes('chat.postMessage'))

async function assertArrivesOnce({ sql, slack }: Stage) {
  await eventually('it is delivered', async () => {
    const rows = await sql`select from outbox_messages where delivered_at is not null`
    return rows.length === 1
  })
  const texts = slack.callsOf('chat.postMessage').map(({ args }) => args.text)
  assert.equal(texts, ['bob reported a problem with your term SLA. No.'])
}

test('a process killed right after a dispute still notifies the owner once', async (service) => {
  const stage = await openStage(service)
  // If the process has called Slack already, the call must fail.
  const busy = { status: 429, headers: { 'retry-after': '1' } }
  stage.slack.overrides.set('chat.postMessage', [busy])
  const server = await stage.start()
  await dispute(server, stage)
  await server.stop('SIGKILL')
  assert.equal(
    stage.slack.calls.filter(({ method }) => method === 'chat.postMessage'),
    [],
  )
  await stage.start()
  await assertArrivesOnce(stage)
  await stage.close()
})

test('a process killed during a call to Slack still notifies the owner', async (service) => {
  const stage = await openStage(service)
  stage.slack.overrides.set('chat.postMessage', [{ delay: 600_000 }])
  const server = await stage.start()
  await dispute(server, stage)
  await isAsked(stage)
  await server.stop('SIGKILL')
  await stage.start()
  await assertArrivesOnce(stage)
  await stage.close()
})

test('a process that is stopped while it sends a message finishes and sends it once', async (service) => {
  const stage = await openStage(service)
  stage.slack.overrides.set('chat.postMessage', [{ delay: 1500 }])
  const server = await stage.start()
  await dispute(server, stage)
  await isAsked(stage)
  assert.is(await server.stop('SIGTERM'), 0)
  assert.is(server.output.stderr, '')
  await assertArrivesOnce(stage)
  await stage.start()
  await assertArrivesOnce(stage)
  await stage.close()
})

test('a process that is stopped while Slack does not respond exits; the message is sent later', async (service) => {
  const stage = await openStage(service)
  stage.slack.overrides.set('chat.postMessage', [{ delay: 600_000 }])
  const server = await stage.start()
  await dispute(server, stage)
  await isAsked(stage)
  assert.is(await server.stop('SIGTERM'), 0)
  await stage.start()
  await assertArrivesOnce(stage)
  await stage.close()
})

test('a command acknowledged by a process that was killed takes effect and is answered once', async (service) => {
  const stage = await openStage(service)
  const { slack, sql } = stage
  slack.users.set('U2', { name: 'Bob', email: 'bob@example.com' })
  slack.overrides.set('users.info', [{ delay: 600_000 }])
  const server = await stage.start()
  const body = new URLSearchParams({
    ...{ command: '/glossary', text: 'add SLA -- A promise.', user_id: 'U2', trigger_id: '1' },
    response_url: slack.responseUrl('U2'),
  }).toString()
  const post = async ({ url }: ServerProcess) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...sign(body) }
    const answer = await fetch(`${url}/slack/events`, { method: 'POST', headers, body })
    assert.match((await answer.json()).text, /Working on it/)
  }
  await post(server)
  await server.stop('SIGKILL')
  const next = await stage.start()
  await post(next)
  await eventually('it is answered', () => slack.responses.length === 1)
  assert.match(slack.responses[0]?.message.text, /^Added SLA/)
  await next.stop()
  assert.is(slack.responses.length, 1)
  assert.equal(
    [...(await sql`select name from terms`)].map(({ name }) => name),
    ['SLA'],
  )
  await stage.close()
})

test.run()
