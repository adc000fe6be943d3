import { setTimeout as delay } from 'node:timers/promises'
import type { ChannelReader } from '../discovery/channel-reader.ts'
import { SlackError } from '../slack/slack-error.ts'
import { type JobContext, JobError } from './job.ts'

/**
 * Asks Slack as often as it takes: waits for as long as Slack wants to be left alone, and tries again what
 * may succeed later. Its calls throw JobError, with the SlackError as its cause, where that does not help
 * or the service stops.
 */
export function withRetries(
  slack: ChannelReader,
  context: Pick<JobContext, 'log' | 'signal'>,
): ChannelReader {
  return {
    identify: () => ask(context, () => slack.identify()),
    listChannels: (cursor) => ask(context, () => slack.listChannels(cursor)),
    joinChannel: (id) => ask(context, () => slack.joinChannel(id)),
    readHistory: (range) => ask(context, () => slack.readHistory(range)),
  }
}

/** Attempts at one call, and the first pause between them in milliseconds. */
const attempts = 5
const firstPause = 500

async function ask<Result>(
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
      if (isFinal || code in remedies || failures === attempts) throw refused(error)
      log.warn({ reason: code, retry_after: retryAfter }, 'discovery waits for Slack')
      await pause(retryAfter ? retryAfter * 1000 : firstPause * 2 ** (failures - 1), signal)
    }
  }
}

/** @param time milliseconds */
async function pause(time: number, signal: AbortSignal) {
  await delay(time, null, { signal }).catch(() => {
    throw stopped()
  })
}

const connectAnew =
  'install the app in Slack again and set SERVICE_SLACK_BOT_TOKEN to its bot token'

/** What an admin has to do before Slack does what it refuses. */
const remedies: Record<string, string> = {
  missing_scope:
    'the app lacks a permission; give it the manifest of `npm run slack:manifest` and install it again',
  account_inactive: connectAnew,
  invalid_auth: connectAnew,
  not_authed: connectAnew,
  token_expired: connectAnew,
  token_revoked: connectAnew,
}

const kept = 'What was read is kept; the next run goes on from there.'

function refused(cause: SlackError) {
  const { code } = cause
  const reason = remedies[code] ? `${code} (${remedies[code]})` : code
  return new JobError(`Slack refused: ${reason}. ${kept}`, { cause })
}

const stopped = () => new JobError(`The server was stopped. ${kept}`)
