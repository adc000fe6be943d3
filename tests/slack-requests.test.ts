import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type App, HTTPReceiver, LogLevel } from '@slack/bolt'
import * as assert from 'uvu/assert'
import { botToken, sign, signingSecret } from './support/slack.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { glossary } from './support/test-service.ts'

const test = slackGlossary('requests of Slack')
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Everything that a request can change. */
async function traces({ sql, slack }: SlackTestService) {
  const [rows] = await sql<{ deliveries: number }[]>`
    select
      (select count(*)::integer from slack_deliveries) as deliveries,
      (select count(*)::integer from outbox_messages) as messages,
      (select count(*)::integer from users) as users,
      (select count(*)::integer from terms) as terms,
      (select count(*)::integer from votes) as votes,
      (select count(*)::integer from api_tokens) as tokens,
      (select count(*)::integer from term_history) as history,
      (select count(*)::integer from audit_events) as events`
  return { ...rows, calls: slack.calls.length, responses: slack.responses.length }
}

const addition = 'command=%2Fglossary&user_id=U1&text=add+SLA+--+A+promise.&trigger_id=1'
const challenge = '{"token":"legacy","challenge":"3eZbrw1a","type":"url_verification"}'
const event = '{"type":"event_callback","event_id":"Ev1","event":{"type":"tokens_revoked"}}'
const button = `payload=${encodeURIComponent('{"type":"block_actions","user":{"id":"U1"},"actions":[{"action_id":"open_term"}]}')}`

type Signing = (body: string) => Record<string, string>

/** A signature of another time, in seconds from now. */
const signedAt =
  (seconds: number): Signing =>
  (body) =>
    sign(body, { at: new Date(Date.now() + seconds * 1000) })
/** A right signature with another header. */
const withHeader =
  (name: 'signature' | 'request-timestamp', change: (value: string) => string): Signing =>
  (body) => {
    const right: Record<string, string> = sign(body)
    return { ...right, [`x-slack-${name}`]: change(right[`x-slack-${name}`] ?? '') }
  }

const accepted: Record<string, Signing> = {
  'signed now': (body) => sign(body),
  'signed almost five minutes ago': signedAt(-290),
  'signed by a clock that is ahead': signedAt(290),
}
const forgeries: Record<string, Signing> = {
  'without a signature': () => ({}),
  'signed with another secret': (body) => sign(body, { secret: 'another' }),
  'signed with an empty secret': (body) => sign(body, { secret: '' }),
  'signed for another body': (body) => sign(`${body} `),
  'signed six minutes ago': signedAt(-360),
  'signed an hour ago': signedAt(-3600),
  'signed in 1970': (body) => sign(body, { at: new Date(0) }),
  'signed before 1970': (body) => sign(body, { at: new Date(-1e12) }),
  'without a timestamp': (body) => ({ 'x-slack-signature': sign(body)['x-slack-signature'] }),
  'with a timestamp alone': (body) => ({ 'x-slack-request-timestamp': sign(body)['x-slack-request-timestamp'] }),
  'with another timestamp': withHeader('request-timestamp', (time) => String(Number(time) - 1)),
  'with an empty timestamp': withHeader('request-timestamp', () => ''),
  'with a timestamp in words': withHeader('request-timestamp', () => 'now'),
  'with an empty signature': withHeader('signature', () => ''),
  'with a version alone': withHeader('signature', () => 'v0='),
  'of another version': withHeader('signature', (value) => value.replace('v0', 'v1')),
  'of no version': withHeader('signature', (value) => value.slice(3)),
  'signed in capital letters': withHeader('signature', (value) => `v0=${value.slice(3).toUpperCase()}`),
  'with a shorter signature': withHeader('signature', (value) => value.slice(0, -1)),
  'with a longer signature': withHeader('signature', (value) => `${value}0`),
  'with two signatures': withHeader('signature', (value) => `v0=0, ${value}`),
  ...Object.fromEntries(
    [3, 30, 66].map((at) => [
      `with another character ${at} in its signature`,
      withHeader('signature', (value) => value.slice(0, at) + (value[at] === 'a' ? 'b' : 'a') + value.slice(at + 1)),
    ]),
  ),
}
/** What Slack's own library accepts, and we do not. */
const ourForgeries: Record<string, Signing> = {
  'signed by a clock that is six minutes ahead': signedAt(360),
  ...Object.fromEntries(
    [(time: string) => `+${time}`, (time: string) => `${time}.0`, (time: string) => `${time}e0`].map((change) => [
      `with the timestamp ${change('1')}`,
      (body: string) => signFor(body, change),
    ]),
  ),
}
const signFor = (body: string, change: (time: string) => string) => {
  const timestamp = change(String(Math.floor(Date.now() / 1000)))
  const mac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${mac}` }
}

test('a request with any other signature gets 401 and changes nothing', async (service) => {
  service.slack.users.set('U1', { name: 'Ada', email: 'ada@example.com' })
  const before = await traces(service)
  for (const [name, forge] of Object.entries({ ...forgeries, ...ourForgeries })) {
    for (const [body, type] of [
      [addition, form],
      [challenge, json],
      [event, json],
    ] as const) {
      const headers = { ...type, ...forge(body) }
      const answer = await service.request('POST', '/slack/events', { body, headers })
      assert.equal([answer.status, answer.body.code], [401, 'bad_signature'], name)
      assert.not.match(answer.text, /3eZbrw1a/)
    }
  }
  assert.equal(await traces(service), before)
})

test('the signature is checked before the body is parsed', async (service) => {
  const headers = { ...json, ...sign('{', { secret: 'another' }) }
  const answer = await service.request('POST', '/slack/events', { body: '{', headers })
  assert.is(answer.status, 401)
})

test('the URL verification returns the challenge', async (service) => {
  const answer = await service.post(challenge)
  assert.is(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(answer.body, { challenge: '3eZbrw1a' })
})

const useless: Record<string, [body: string, type: object]> = {
  'an event of an unknown type': [event, json],
  'an event of an unknown shape': ['{"type":"event_callback","event_id":"Ev1"}', json],
  'an event with an empty id': [event.replace('Ev1', ''), json],
  'a warning that there are too many events': ['{"type":"app_rate_limited","team_id":"T1"}', json],
  'JSON that is not an object': ['[]', json],
  'a form without command or payload': ['ssl_check=1&token=legacy', form],
  'a command without a user': ['command=%2Fglossary&text=SLA', form],
  'an interaction of an unknown type': ['payload=%7B%22type%22%3A%22view_closed%22%7D', form],
  'an empty body': ['', form],
}

test('what has nothing to do is acknowledged and not stored', async (service) => {
  const before = await traces(service)
  for (const [name, [body, type]] of Object.entries(useless)) {
    const answer = await service.post(body, type as Record<string, string>)
    assert.equal([answer.status, answer.text], [200, ''], name)
  }
  assert.equal(await traces(service), before)
})

test('malformed JSON gets 400, other media types get 415', async (service) => {
  assert.is((await service.post('{"type":')).status, 400)
  assert.is((await service.post('payload=%7B', form)).status, 400)
  assert.is((await service.post('<xml/>', { 'content-type': 'text/xml' })).status, 415)
  assert.is((await service.post(addition, { 'content-type': 'text/plain' })).status, 415)
  assert.is((await traces(service)).deliveries, 0)
})

test('a body can be larger than 64 KiB, up to 1 MiB', async (service) => {
  await service.colleague('U1')
  const padded = (size: number) => {
    const body = `${addition}&message=`
    return body + 'x'.repeat(size - body.length)
  }
  const large = await service.post(padded(1024 * 1024))
  assert.is(large.status, 200)
  assert.match(large.body.text, /Added SLA/)
  const larger = await service.post(padded(1024 * 1024 + 1))
  assert.is(larger.status, 413)
  assert.is((await traces(service)).deliveries, 1)
})

test('a request with text that PostgreSQL cannot store gets a response', async (service) => {
  await service.colleague('U1')
  const command = await service.post(`${addition.replace('SLA', 'S%00LA')}`)
  assert.match(command.body.text, /Added SLA/)
  const asked = '{"type":"message","channel_type":"im","user":"U1","channel":"D1","text":"?"}'
  const odd = asked.replace('?', 'SLA\\u0000 \\ud800')
  await service.post(`{"type":"event_callback","event_id":"Ev1","event":${odd}}`)
  await service.sendAll()
  assert.match(service.slack.callsOf('chat.postMessage')[0]?.args.text as string, /SLA .*is not in the glossary/)
})

test('GET is not allowed', async (service) => {
  const answer = await service.request('GET', '/slack/events')
  assert.is(answer.status, 405)
  assert.is(answer.headers.get('allow'), 'POST, OPTIONS')
})

test("statuses are those of Slack's own library", async (service) => {
  const receiver = new HTTPReceiver({ signingSecret, logLevel: LogLevel.ERROR })
  receiver.init({ processEvent: ({ ack }: { ack(): Promise<void> }) => ack() } as unknown as App)
  const server = createServer(receiver.requestListener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`
  const quiet = process.stderr.write
  process.stderr.write = () => true // the library says on the console what it refuses
  try {
    for (const [body, type] of [
      [challenge, json],
      [event, json],
      ['{"type":', json],
      [addition, form],
      [button, form],
      [`Größe — 用語集 🗂️ \u202e\n${'&'.repeat(70_000)}`, form],
    ] as const) {
      for (const [name, signed] of Object.entries({ ...accepted, ...forgeries })) {
        const headers = { ...type, ...signed(body) }
        const theirs = await fetch(url, { method: 'POST', body, headers })
        const ours = await service.request('POST', '/slack/events', { body, headers })
        assert.is(ours.status, theirs.status, `${name}: ${body.slice(0, 99)}`)
        assert.is(ours.status === 401, name in forgeries, name)
        if (body === challenge && ours.status === 200) {
          assert.equal(ours.body, await theirs.json())
        }
      }
    }
  } finally {
    process.stderr.write = quiet
    server.closeAllConnections()
    server.close()
  }
})

test.run()

for (const [missing, env] of Object.entries({
  'bot token': { SERVICE_SLACK_SIGNING_SECRET: signingSecret },
  'signing secret': { SERVICE_SLACK_BOT_TOKEN: botToken },
})) {
  const off = glossary(`the bot without ${missing}`, env)
  off('the endpoint gets 404, even for signed requests', async (service) => {
    const headers = { ...json, ...sign(challenge) }
    const answer = await service.request('POST', '/slack/events', { body: challenge, headers })
    assert.is(answer.status, 404)
    assert.not.match(answer.text, /3eZbrw1a/)
  })
  off.run()
}
