import { createLog } from '../app/log.ts'
import type { Settings } from '../app/settings.ts'
import { createSlackClient } from '../slack/client.ts'
import { botScopes } from '../slack/manifest.ts'
import { SlackError } from '../slack/slack-error.ts'
import { type Check, fail, pass } from './check.ts'

const name = 'slack'

/** Checks that the bot has both settings, and that Slack accepts its token. */
export async function checkSlack(settings: Settings): Promise<Check> {
  const { slackBotToken: token, slackSigningSecret: secret, slackApiUrl } = settings
  if (token === null && secret === null) return pass(name, 'The Slack bot is not set up.')
  if (token === null || secret === null) {
    const missing = token === null ? 'SERVICE_SLACK_BOT_TOKEN' : 'SERVICE_SLACK_SIGNING_SECRET'
    return fail(
      name,
      `The Slack bot is off, because ${missing} is not set.`,
      `Set ${missing}: docs/slack.md says where to find it.`,
    )
  }
  const silent = createLog('silent', { write() {} })
  try {
    const client = createSlackClient(token, slackApiUrl, silent)
    const { team, user, scopes } = await client.identify()
    const missing = botScopes.filter((scope) => scopes && !scopes.includes(scope))
    if (missing.length > 0) {
      return fail(
        name,
        `The bot lacks these permissions in Slack: ${missing.join(', ')}.`,
        'Give the app the manifest that npm run slack:manifest writes, and install it in Slack again.',
      )
    }
    return pass(name, `Slack knows the bot as ${user} of the workspace ${team}.`)
  } catch (error) {
    const code = error instanceof SlackError ? error.code : 'unreachable'
    return /^(unreachable|timeout|http_\d+|ratelimited)$/.test(code)
      ? fail(
          name,
          `The Slack Web API at ${slackApiUrl} does not respond (${code}).`,
          'Let this machine open https connections to Slack, or correct SERVICE_SLACK_API_URL.',
        )
      : fail(
          name,
          `Slack refuses the token of the bot (${code}).`,
          'Install the app in Slack again, and set SERVICE_SLACK_BOT_TOKEN to its bot token (xoxb-…).',
        )
  }
}
