import * as assert from 'uvu/assert'
import { startBot } from '../lib/slack/bot.ts'
import { eventually } from './support/eventually.ts'
import { botToken, signingSecret } from './support/slack.ts'
import { slackGlossary } from './support/slack-service.ts'
import { glossary } from './support/test-service.ts'

type Line = { level: string; msg: string; missing?: string[]; reason?: string; team?: string }
const lines = (logs: string[]): Line[] => logs.map((line) => JSON.parse(line))

const on = slackGlossary('the start of the bot')

on('the log says that the bot is on and names the workspace', async ({ ctx, logs }) => {
  const stop = startBot(ctx)
  await eventually('Slack has answered', () => logs.length > 1)
  await stop()
  const [first, second] = lines(logs)
  assert.equal([first?.level, first?.msg], ['info', 'the Slack bot is on'])
  assert.equal([second?.msg, second?.team], ['connected to Slack', 'The tests'])
})

on('a token that Slack refuses is logged as an error, and the service starts', async (service) => {
  service.slack.overrides.set('auth.test', [{ error: 'invalid_auth' }])
  const stop = startBot(service.ctx)
  await eventually('Slack has answered', () => service.logs.length > 1)
  await stop()
  const [, second] = lines(service.logs)
  assert.equal([second?.level, second?.reason], ['error', 'invalid_auth'])
  assert.match(second?.msg ?? '', /check SERVICE_SLACK_BOT_TOKEN/)
})

on.run()

for (const [name, env, missing] of [
  ['neither setting', {}, ['SERVICE_SLACK_BOT_TOKEN', 'SERVICE_SLACK_SIGNING_SECRET']],
  ['a bot token alone', { SERVICE_SLACK_BOT_TOKEN: botToken }, ['SERVICE_SLACK_SIGNING_SECRET']],
  ['a signing secret alone', { SERVICE_SLACK_SIGNING_SECRET: signingSecret }, ['SERVICE_SLACK_BOT_TOKEN']],
] as const) {
  const off = glossary(`the start without a bot: ${name}`, env)
  off('the log names the missing setting', async ({ ctx, logs }) => {
    await startBot(ctx)()
    const [line, ...more] = lines(logs)
    assert.equal(more, [])
    assert.is(line?.msg, 'the Slack bot is off because settings are missing')
    assert.equal(line?.missing, missing)
  })
  off.run()
}
