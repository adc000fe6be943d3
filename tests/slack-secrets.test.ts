import * as assert from 'uvu/assert'
import { rowsOf } from './support/rows.ts'
import { botToken, type Call, sign, signingSecret } from './support/slack.ts'
import { legacyToken, requestBodies } from './support/slack-requests.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { type Answer, secretKey } from './support/test-service.ts'

const clientSecret = 'the-client-secret-of-the-tests'
const mcpToken = 'the-mcp-token-of-the-tests'
const test = slackGlossary('secrets of the bot', {
  SERVICE_LOG_LEVEL: 'trace',
  SERVICE_SLACK_CLIENT_ID: 'the-client-id',
  SERVICE_SLACK_CLIENT_SECRET: clientSecret,
  SERVICE_MCP_BEARER_TOKEN: mcpToken,
})

/** Everything that could contain a secret, except the direct messages with tokens. */
type Traces = { answers: Answer[]; rows: string[] }

/** How Slack can respond to a call. */
const overrides = [{ status: 500 }, { status: 429 }, { error: 'invalid_auth' }]
const methods = ['auth.test', 'users.info', 'users.lookupByEmail', 'chat.postMessage']

async function doEverything(service: SlackTestService): Promise<Traces> {
  const { slack, sql } = service
  const traces: Traces = { answers: [], rows: [] }
  const owner = await service.person()
  const { id: sla } = await service.term(owner, { name: 'SLA' })
  const { id: cio } = await service.term(owner, { name: 'CIO' })
  let people = 0

  /** Every kind of request, from users whom Slack has to identify. */
  async function doAll() {
    const slackId = `U${people++}`
    slack.users.set(slackId, { name: slackId, email: `${slackId}@example.com` })
    for (const bodyOf of Object.values(requestBodies)) {
      traces.answers.push(await service.post(bodyOf({ slackId, slack, sla, cio })))
      traces.rows.push(await rowsOf(service))
    }
    await sql`update slack_deliveries set next_attempt_at = now()`
    while ((await service.ctx.slack?.handleDue()) === 1);
    await service.sendAll()
    traces.rows.push(await rowsOf(service))
  }

  await doAll()
  for (const override of overrides) {
    for (const method of [...methods, 'chat.postEphemeral', 'response_url']) {
      slack.overrides.set(method, [override, override])
    }
    await doAll()
  }
  await sql`alter table terms add constraint fault check (name !~ '-U5$')`
  await doAll()
  await sql`alter table api_tokens rename to away`
  await doAll()
  await sql`alter table away rename to api_tokens`
  await sql`alter table slack_deliveries rename to away`
  const body = requestBodies['a token']?.({ slackId: 'U0', slack, sla, cio }) ?? ''
  traces.answers.push(await service.post(body))
  await sql`alter table away rename to slack_deliveries`
  traces.answers.push(await service.post(body, sign(body, { secret: 'another' })))
  traces.answers.push(await service.post(`{"token":"${legacyToken}"`))
  const stop = service.ctx.slack?.start()
  await service.ctx.slack?.channels.identify().catch(() => {})
  await stop?.()
  return traces
}

test('no log line, response, row or message contains a secret, even after failures', async (service) => {
  const { answers, rows } = await doEverything(service)
  const { calls, responses } = service.slack
  const isToken = ({ args }: Call) => /^Your API token/.test(String(args.text))
  assert.ok(calls.filter(isToken).length > 1)
  const others = calls.filter((call) => !isToken(call))
  const seen = {
    logs: service.logs.join(''),
    answers: answers.map(({ text, headers }) => text + JSON.stringify([...headers])).join(''),
    rows: rows.join(''),
    messages: JSON.stringify([others, responses]),
  }
  const secrets = [botToken, signingSecret, clientSecret, mcpToken, secretKey, legacyToken]
  for (const [where, text] of Object.entries(seen)) {
    assert.equal(
      secrets.filter((secret) => text.includes(secret)),
      [],
      where,
    )
    assert.not.match(text, /glo_[\w-]{43}/)
  }
})

test('a handled delivery keeps no content', async (service) => {
  await service.colleague('U1')
  await service.command('U1', 'add SLA -- A promise.')
  await service.event({ type: 'app_mention', user: 'U1', channel: 'C1', text: 'SLA' })
  await service.ctx.background.settle()
  const rows = await service.sql`select payload from slack_deliveries`
  assert.equal(
    [...rows].map(({ payload }) => payload),
    [null, null],
  )
})

test.run()
