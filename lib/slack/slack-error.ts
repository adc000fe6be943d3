/** Slack refused a call or could not be reached. The message never contains what was sent. */
export class SlackError extends Error {
  /** Slack's own error code, or `unreachable`, `timeout`, `http_500`, `ratelimited` */
  readonly code: string
  /** the number of seconds that Slack asks to wait, if it does */
  readonly retryAfter: number | undefined

  constructor(code: string, retryAfter?: number) {
    super(`Slack: ${code}`)
    this.name = 'SlackError'
    this.code = code
    this.retryAfter = retryAfter
  }

  /** Whether a retry would fail the same way. */
  get isFinal() {
    return finalCodes.has(this.code)
  }
}

const finalCodes = new Set([
  'cannot_dm_bot',
  'channel_not_found',
  'expired_trigger_id',
  'exchanged_trigger_id',
  'invalid_trigger_id',
  'invalid_arguments',
  'invalid_blocks',
  'invalid_blocks_format',
  'is_archived',
  'message_limit_exceeded',
  'messages_tab_disabled',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_text',
  'restricted_action',
  'response_url_refused',
  'user_disabled',
  'user_not_found',
  'user_not_in_channel',
  'users_not_found',
  'not_in_channel',
])
