/** Explanations of Slack's error codes that an admin can act on. */
const reasons: Record<string, string> = {
  account_inactive: 'The bot has been removed from the workspace: install the app again.',
  cannot_dm_bot: 'The user is a bot, and bots cannot receive messages.',
  channel_not_found: 'The conversation does not exist, or the bot is not in it.',
  invalid_auth: 'The bot token is wrong: check SERVICE_SLACK_BOT_TOKEN.',
  missing_scope: 'The app lacks a permission: install it again from the manifest.',
  not_in_channel: 'The bot is not in the channel.',
  ratelimited: 'Slack’s rate limit was reached.',
  timeout: 'Slack did not respond in time.',
  token_revoked: 'The bot token has been revoked: install the app again.',
  unreachable: 'Slack could not be reached.',
  user_disabled: 'The user’s Slack account is deactivated.',
  user_not_found: 'The user is not in Slack.',
  users_not_found: 'No Slack user has this email address.',
}

/**
 * Explains why a message was not delivered.
 *
 * @param reason as stored in the outbox: "Slack: ratelimited"
 * @returns '' if there is no explanation for the reason
 */
export function slackReason(reason: string): string {
  const code = /\bSlack: (\w+)$/.exec(reason)?.[1] ?? ''
  return Object.hasOwn(reasons, code) ? (reasons[code] ?? '') : ''
}
