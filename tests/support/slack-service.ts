import { randomBytes } from 'node:crypto'
// A service has loaded it before its first command. That would take half of the time there is for an answer.
import '@slack/web-api'
import type { Environment } from '../../lib/app/settings.ts'
import type { Role } from '../../lib/schemas/user.ts'
import { eventually } from './eventually.ts'
import { botToken, type FakeSlack, faultsOfAnswer, homeTeam, sign, signingSecret, startSlack } from './slack.ts'
import type { Sent, SentButton } from './slack-messages.ts'
import { suite, type Test } from './suite.ts'
import { type Answer, openTestService, type Person, type TestService } from './test-service.ts'

/** A service with the bot enabled, and its own Slack server. */
export type SlackTestService = TestService & {
  slack: FakeSlack
  /** sends a signed request; a string is the body, an object is sent as a form */
  post(body: string | Record<string, string>, headers?: Record<string, string>): Promise<Answer>
  /** sends a command and returns the immediate response */
  command(slackId: string, text: string, fields?: Record<string, string>): Promise<Answer>
  /** sends an interaction: a button, a form or a shortcut */
  interact(payload: object): Promise<Answer>
  event(event: object, eventId?: string): Promise<Answer>
  /** presses a button of a message, waits for its effects and returns the immediate response */
  press(slackId: string, button: SentButton | undefined): Promise<Answer>
  /** handles everything that is due and returns the responses sent to response URLs so far */
  answers(): Promise<Sent[]>
  /** adds a user with this Slack ID */
  colleague(slackId: string, role?: Role): Promise<Person>
  /** sends messages until none is due */
  sendAll(): Promise<void>
}

/** A suite in which every test gets its own service and Slack server; no job runs by itself. */
export function slackGlossary(name: string, env: Environment = {}): Test<SlackTestService> {
  const test = suite<SlackTestService>(name)
  const closers = new Map<SlackTestService, () => Promise<void>>()
  test.before.each(async (context) => {
    const slack = await startSlack()
    const { service, close } = await openTestService({
      SERVICE_SLACK_API_URL: slack.apiUrl,
      SERVICE_SLACK_BOT_TOKEN: botToken,
      SERVICE_SLACK_SIGNING_SECRET: signingSecret,
      ...env,
    })
    closers.set(Object.assign(context, service, talk(service, slack)), async () => {
      await close()
      await slack.close()
    })
  })
  test.after.each(async (context) => {
    const close = closers.get(context)
    closers.delete(context)
    await close?.()
  })
  return test
}

const trigger = () => randomBytes(8).toString('hex')

function talk(service: TestService, slack: FakeSlack) {
  const post: SlackTestService['post'] = async (sent, headers) => {
    const body = typeof sent === 'string' ? sent : new URLSearchParams(sent).toString()
    const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
    const answer = await service.request('POST', '/slack/events', {
      body,
      headers: { 'content-type': type, ...sign(body), ...headers },
    })
    const faults = answer.status === 200 ? faultsOfAnswer(answer.body) : []
    if (faults.length > 0) throw new Error(`Slack would refuse the answer: ${faults.join(', ')}`)
    return answer
  }
  const interact = (payload: object) =>
    post({
      payload: JSON.stringify({ trigger_id: trigger(), response_url: slack.responseUrl('interaction'), ...payload }),
    })
  async function sendAll() {
    await service.ctx.background.settle()
    await eventually('nothing is left to be sent', async () => (await service.ctx.slack?.sendDue()) === 0)
  }
  return {
    slack,
    post,
    command: (slackId: string, text: string, fields: Record<string, string> = {}) =>
      post({
        command: '/glossary',
        team_id: homeTeam,
        user_id: slackId,
        channel_id: 'C1',
        text,
        response_url: slack.responseUrl('command'),
        trigger_id: trigger(),
        ...fields,
      }),
    interact,
    event: (event: object, eventId = `Ev${trigger()}`) =>
      post(JSON.stringify({ type: 'event_callback', event_id: eventId, team_id: homeTeam, event })),
    async colleague(slackId: string, role?: Role) {
      const person = await service.person(role, `${slackId.toLowerCase()}@example.com`)
      await service.sql`update users set messaging_user_id = ${slackId} where id = ${person.id}`
      return person
    },
    async press(slackId: string, button: SentButton | undefined) {
      if (!button) throw new Error('there is no such button')
      const { label, ...action } = button
      const payload = { type: 'block_actions', user: { id: slackId, team_id: homeTeam }, actions: [action] }
      const answer = await interact(payload)
      await sendAll()
      return answer
    },
    async answers() {
      await sendAll()
      return slack.responses.map(({ message }) => message)
    },
    sendAll,
  }
}
