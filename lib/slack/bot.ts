import { startWorker, type Worker } from '../app/worker.ts'
import type { Context, SlackBot } from '../context.ts'
import { mediaType } from '../http/headers.ts'
import { isMultilingual } from '../languages.ts'
import { createAttempts } from '../notify/attempts.ts'
import { deliverDue } from '../notify/delivery.ts'
import { storeDigests } from '../notify/follows.ts'
import { Problem } from '../problem.ts'
import { ephemeral, type Message } from './blocks.ts'
import { createSlackClient, type SlackClient } from './client.ts'
import type { FormResponse } from './forms.ts'
import { createInboundQueue, type InboundResult } from './inbound-requests.ts'
import { createMembership } from './membership.ts'
import { unescapeText } from './mrkdwn.ts'
import { createSend } from './notifications.ts'
import { type InboundRequest, parseRequest, slackIdOf } from './parse-request.ts'
import { isSigned, mayBeSigned } from './signature.ts'
import { SlackError } from './slack-error.ts'

/** Slack gives up after three seconds; this leaves one for the network. */
const responseTimeoutMs = 2000
const pollPauseMs = 1000
/** A message is claimed for a minute. */
const sendTimeoutMs = 45_000
/** How long messages may still be sent when the service stops. Those that are not are sent again later. */
const graceMs = 5000
const digestPauseMs = 5 * 60 * 1000

type Needs = Pick<
  Context,
  'db' | 'settings' | 'log' | 'metrics' | 'background' | 'credentials' | 'names' | 'lookups' | 'now'
>

/**
 * Creates the bot.
 *
 * @param needs `db` has its own connections, so that requests that wait for locks block no other requests
 * @returns null without SERVICE_SLACK_BOT_TOKEN and SERVICE_SLACK_SIGNING_SECRET
 */
export function createSlackBot(needs: Needs): SlackBot | null {
  const { db, settings, log, metrics, now } = needs
  const { slackBotToken, slackSigningSecret, slackApiUrl } = settings
  if (slackBotToken === null || slackSigningSecret === null) return null
  const client = createSlackClient(slackBotToken, slackApiUrl, log, isMultilingual(settings))
  const send = createSend({ db, settings, log, slack: client })
  const workers: Worker[] = []
  const wakeWorkers = () => {
    for (const worker of workers) worker.wake()
  }
  const requests = createInboundQueue({
    ...needs,
    slack: client,
    membership: createMembership(client),
    onAnswer: wakeWorkers,
  })
  const attempts = createAttempts(sendTimeoutMs)
  const sendDue = () => deliverDue({ db, log, metrics }, send, attempts)

  return {
    channels: client,
    async respond({ headers }, { readBody, reply, runFor }) {
      if (!mayBeSigned(headers, now())) throw new Problem('bad_signature')
      const body = await readBody()
      if (!isSigned(slackSigningSecret, headers, body, now())) throw new Problem('bad_signature')
      const parsed = parseRequest(mediaType(headers), body)
      if (parsed === null || 'challenge' in parsed) return reply(200, parsed)
      const result = await runFor(slackIdOf(parsed), () =>
        requests.receive(parsed, isAnsweredInline(parsed), responseTimeoutMs),
      )
      return reply(200, toResponse(parsed, result))
    },
    handleDue: requests.handleDue,
    sendDue,
    start() {
      workers.push(
        startWorker('requests from Slack', requests.handleDue, { pauseMs: pollPauseMs, log }),
        startWorker('messages', sendDue, { pauseMs: pollPauseMs, log }),
        startWorker('digests', () => storeDigests(needs), { pauseMs: digestPauseMs, log }),
      )
      void checkToken(client, log)
      return async () => {
        setTimeout(attempts.end, graceMs).unref()
        await Promise.all(workers.splice(0).map((worker) => worker.stop()))
      }
    },
  }
}

/**
 * Starts the bot if it is configured. Otherwise logs the missing settings.
 *
 * @returns a function that stops it
 */
export function startBot({ slack, settings, log }: Pick<Context, 'slack' | 'settings' | 'log'>): () => Promise<void> {
  if (slack) {
    log.info('the Slack bot is on')
    return slack.start()
  }
  const missing = [
    settings.slackBotToken === null && 'SERVICE_SLACK_BOT_TOKEN',
    settings.slackSigningSecret === null && 'SERVICE_SLACK_SIGNING_SECRET',
  ].filter(Boolean)
  log.info({ missing }, 'the Slack bot is off because settings are missing')
  return () => Promise.resolve()
}

async function checkToken(client: SlackClient, log: Needs['log']) {
  try {
    log.info(await client.identify(), 'connected to Slack')
  } catch (error) {
    const reason = error instanceof SlackError ? error.code : 'unknown'
    log.error({ reason }, 'cannot connect to Slack; check SERVICE_SLACK_BOT_TOKEN')
  }
}

/** Commands and forms can be answered in the HTTP response. */
const isAnsweredInline = ({ kind, payload }: InboundRequest) =>
  kind === 'command' || (kind === 'interaction' && payload.type === 'view_submission')

function toResponse(inbound: InboundRequest, result: InboundResult): object | null {
  const isCommand = inbound.kind === 'command'
  if (result.state === 'stored') return isCommand ? inProgress : null
  if (result.state === 'lost') {
    if (isCommand) return unreachable
    if (isAnsweredInline(inbound)) return keepOpen(unreachable)
    throw new Problem('database_unreachable')
  }
  const { answer } = result
  if (answer === null || isCommand) return answer?.message ?? null
  return answer.form ?? keepOpen(answer.message)
}

/** Keeps a form open, with everything typed in it, and shows a message. */
const keepOpen = ({ text }: Message): FormResponse => ({
  response_action: 'errors',
  errors: { name: unescapeText(text) },
})

const inProgress: Message = ephemeral('Working on it. The answer will follow shortly.')
const unreachable: Message = ephemeral(
  'The glossary cannot reach its database right now. If no answer follows within a minute, try again.',
)
