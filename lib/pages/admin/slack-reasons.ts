/** What the codes of Slack that an admin can do something about mean. */
const reasons: Record<string, string> = {
  account_inactive: 'The bot has been removed from the workspace: install the app again.',
  cannot_dm_bot: 'They are a bot, and bots get no messages.',
  channel_not_found: 'Slack does not know the conversation, or the bot is not in it.',
  invalid_auth: 'The bot token is wrong: check SERVICE_SLACK_BOT_TOKEN.',
  missing_scope: 'The app lacks a permission: install it again from the manifest.',
  not_in_channel: 'The bot is not in the channel.',
  ratelimited: 'Slack asked for patience.',
  timeout: 'Slack did not answer in time.',
  token_revoked: 'The bot token has been revoked: install the app again.',
  unreachable: 'Slack could not be reached.',
  user_disabled: 'Their account in Slack is deactivated.',
  user_not_found: 'They are not in Slack.',
  users_not_found: 'Nobody in Slack has their e-mail address.',
}

/**
 * Says in words why a message was not delivered; '' where the reason is words itself.
 *
 * @param reason as the outbox keeps it: "Slack: ratelimited"
 */
export function slackReason(reason: string): string {
  const code = /\bSlack: (\w+)$/.exec(reason)?.[1] ?? ''
  return Object.hasOwn(reasons, code) ? (reasons[code] ?? '') : ''
}
