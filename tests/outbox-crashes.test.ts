import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import type { ServerProcess } from './support/process.ts'
import { type Servers, servers } from './support/servers.ts'
import { botToken, type FakeSlack, sign, signingSecret, startSlack } from './support/slack.ts'

// These tests stop or kill whole processes while they work.
const test = servers('messages over a crash')

type Setup = {
  slack: FakeSlack
  sql: postgres.Sql
  /** starts the service with the same database and the same Slack each time */
  start(): Promise<ServerProcess>
  close(): Promise<void>
}

async function openSetup(service: Servers): Promise<Setup> {
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
async function dispute(server: ServerProcess, { sql }: Setup) {
  const ada = await logIn(server, 'ada@example.com')
  const { id } = await ada('/api/v1/terms', { name: 'SLA', definition: 'A promise.' })
  await sql`update users set messaging_user_id = 'U1'`
  const bob = await logIn(server, 'bob@example.com')
  await bob(`/api/v1/terms/${id}/dispute`, { reason: 'No.' })
}

const isAsked = ({ slack }: Setup) => eventually('Slack is asked', () => slack.asked.includes('chat.postMessage'))

async function assertArrivesOnce({ sql, slack }: Setup) {
  await eventually('it is delivered', async () => {
    const rows = await sql`select from outbox_messages where delivered_at is not null`
    return rows.length === 1
  })
  const texts = slack.callsOf('chat.postMessage').map(({ args }) => args.text)
  assert.equal(texts, ['bob reported a problem with your term SLA. No.'])
}

/** Ends the minute for which the process has claimed the message. */
const minuteLater = ({ sql }: Setup) =>
  sql`update outbox_messages set next_attempt_at = next_attempt_at - interval '1 minute'`

test('a process killed right after a dispute still notifies the owner once', async (service) => {
  const setup = await openSetup(service)
  // If the process has called Slack already, the call must fail.
  const busy = { status: 429, headers: { 'retry-after': '1' } }
  setup.slack.overrides.set('chat.postMessage', [busy])
  const server = await setup.start()
  await dispute(server, setup)
  await server.stop('SIGKILL')
  assert.equal(
    setup.slack.calls.filter(({ method }) => method === 'chat.postMessage'),
    [],
  )
  await minuteLater(setup)
  await setup.start()
  await assertArrivesOnce(setup)
  await setup.close()
})

test('a process killed during a call to Slack still notifies the owner', async (service) => {
  const setup = await openSetup(service)
  setup.slack.overrides.set('chat.postMessage', [{ delay: 600_000 }])
  const server = await setup.start()
  await dispute(server, setup)
  await isAsked(setup)
  await server.stop('SIGKILL')
  await minuteLater(setup)
  await setup.start()
  await assertArrivesOnce(setup)
  await setup.close()
})

test('a process that is stopped while it sends a message finishes and sends it once', async (service) => {
  const setup = await openSetup(service)
  setup.slack.overrides.set('chat.postMessage', [{ delay: 1500 }])
  const server = await setup.start()
  await dispute(server, setup)
  await isAsked(setup)
  assert.is(await server.stop('SIGTERM'), 0)
  assert.is(server.output.stderr, '')
  await assertArrivesOnce(setup)
  await setup.start()
  await assertArrivesOnce(setup)
  await setup.close()
})

test('a process that is stopped while Slack does not respond exits; the message is sent later', async (service) => {
  const setup = await openSetup(service)
  setup.slack.overrides.set('chat.postMessage', [{ delay: 600_000 }])
  const server = await setup.start()
  await dispute(server, setup)
  await isAsked(setup)
  assert.is(await server.stop('SIGTERM'), 0)
  await setup.start()
  await assertArrivesOnce(setup)
  await setup.close()
})

test('a command acknowledged by a process that was killed takes effect and is answered once', async (service) => {
  const setup = await openSetup(service)
  const { slack, sql } = setup
  slack.users.set('U2', { name: 'Bob', email: 'bob@example.com' })
  slack.overrides.set('users.info', [{ delay: 600_000 }])
  const server = await setup.start()
  const body = new URLSearchParams({
    command: '/glossary',
    text: 'add SLA -- A promise.',
    user_id: 'U2',
    trigger_id: '1',
    response_url: slack.responseUrl('U2'),
  }).toString()
  const post = async ({ url }: ServerProcess) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...sign(body) }
    const answer = await fetch(`${url}/slack/events`, { method: 'POST', headers, body })
    assert.is(answer.status, 200)
    return answer.text()
  }
  // On a busy machine it may take longer to store it than Slack waits; then Bob sends it again.
  const isAcknowledged = async () => /Working on it/.test(await post(server))
  await eventually('it is acknowledged', isAcknowledged)
  await server.stop('SIGKILL')
  const next = await setup.start()
  await post(next) // which may have answered the first one by now
  await eventually('it is answered', () => slack.responses.length === 1, 90)
  assert.match(slack.responses[0]?.message.text, /^Added SLA/)
  await next.stop()
  assert.is(slack.responses.length, 1)
  assert.equal(
    [...(await sql`select name from terms`)].map(({ name }) => name),
    ['SLA'],
  )
  await setup.close()
})

test.run()
