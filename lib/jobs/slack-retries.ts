import { setTimeout as delay } from 'node:timers/promises'
import type { ChannelReader } from '../discovery/channel-reader.ts'
import { SlackError } from '../slack/slack-error.ts'
import { type JobContext, JobError, resumeHint, stopped } from './job.ts'

/**
 * Adds retries to a reader: waits as long as Slack's rate limits ask for and retries temporary failures.
 * Calls throw JobError, with the SlackError as its cause, if that fails or the service stops.
 */
export function withRetries(slack: ChannelReader, context: Pick<JobContext, 'log' | 'signal'>): ChannelReader {
  return {
    identify: () => retry(context, () => slack.identify()),
    listChannels: (cursor) => retry(context, () => slack.listChannels(cursor)),
    joinChannel: (id) => retry(context, () => slack.joinChannel(id)),
    readHistory: (range) => retry(context, () => slack.readHistory(range)),
  }
}

/** The pause doubles after each failed attempt. */
const maxAttempts = 5
const firstPauseMs = 500

async function retry<Result>(
  { log, signal }: Pick<JobContext, 'log' | 'signal'>,
  call: () => Promise<Result>,
): Promise<Result> {
  let failures = 0
  for (;;) {
    if (signal.aborted) throw stopped()
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof SlackError)) throw error
      const { code, retryAfter, isFinal } = error
      if (!retryAfter) failures++
      if (isFinal || code in remedies || failures === maxAttempts) throw refused(error)
      log.warn({ reason: code, retry_after: retryAfter }, 'discovery is waiting for Slack')
      await pause(retryAfter ? retryAfter * 1000 : firstPauseMs * 2 ** (failures - 1), signal)
    }
  }
}

async function pause(durationMs: number, signal: AbortSignal) {
  await delay(durationMs, null, { signal }).catch(() => {
    throw stopped()
  })
}

const reinstall = 'reinstall the app in Slack and set SERVICE_SLACK_BOT_TOKEN to its bot token'

/** What an admin has to do if Slack refuses a call with one of these codes. */
const remedies: Record<string, string> = {
  missing_scope:
    'the app lacks a permission; update its manifest to the output of `npm run slack:manifest` and reinstall it',
  account_inactive: reinstall,
  invalid_auth: reinstall,
  not_authed: reinstall,
  token_expired: reinstall,
  token_revoked: reinstall,
}

function refused(cause: SlackError) {
  const { code } = cause
  const reason = remedies[code] ? `${code} (${remedies[code]})` : code
  return new JobError(`Slack refused: ${reason}. ${resumeHint}`, { cause })
}
