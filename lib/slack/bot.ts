import type { Context, SlackBot } from '../context.ts'
import { deliverDue } from '../notify/delivery.ts'
import { Problem } from '../problem.ts'
import { startWorker, type Worker } from '../worker.ts'
import { ephemeral, type Message } from './blocks.ts'
import type { createSlackClient, SlackClient } from './client.ts'
import { createDeliveryQueue, type DeliveryResult } from './deliveries.ts'
import type { FormAnswer } from './handle.ts'
import { unescapeText } from './mrkdwn.ts'
import { createSend } from './notifications.ts'
import { type Delivery, parseRequest } from './parse-request.ts'
import { isSigned } from './signature.ts'
import { SlackError } from './slack-error.ts'

/** Slack gives up after three seconds; the rest is for the way. */
const patience = 2000
const pause = 1000
const purgePause = 60 * 60 * 1000

type Needs = Pick<Context, 'db' | 'settings' | 'log' | 'background' | 'credentials' | 'now'>

/**
 * Makes the bot.
 *
 * @param needs `db` is for the bot alone: what it waits for keeps no connection from others
 * @returns null without SERVICE_SLACK_BOT_TOKEN and SERVICE_SLACK_SIGNING_SECRET
 */
export function createSlackBot(needs: Needs): SlackBot | null {
  const { db, settings, log, now } = needs
  const { slackBotToken, slackSigningSecret, slackApiUrl } = settings
  if (slackBotToken === null || slackSigningSecret === null) return null
  const client = createSlackClient(slackBotToken, slackApiUrl, log)
  const send = createSend({ db, settings, log, slack: client })
  const workers: Worker[] = []
  const wake = () => {
    for (const worker of workers) worker.wake()
  }
  const deliveries = createDeliveryQueue({ ...needs, slack: client, onAnswer: wake })
  const sendDue = () => deliverDue({ db, log }, send)

  return {
    channels: client,
    async receive(headers, body) {
      if (!isSigned(slackSigningSecret, headers, body, now())) throw new Problem('bad_signature')
      const parsed = parseRequest(headers.get('content-type') ?? '', body)
      if (parsed === null) return null
      if ('challenge' in parsed) return parsed
      return acknowledge(parsed, await deliveries.receive(parsed, waits(parsed), patience))
    },
    handleDue: deliveries.work,
    sendDue,
    start() {
      workers.push(
        startWorker('slack deliveries', deliveries.work, { pauseMs: pause, log }),
        startWorker('outbox', sendDue, { pauseMs: pause, log }),
        startWorker('purge', () => purge(needs), { pauseMs: purgePause, log }),
      )
      void greet(client, log)
      return async () => void (await Promise.all(workers.splice(0).map((worker) => worker.stop())))
    },
  }
}

/**
 * Starts the bot where there is one, and says in the log whether there is, and what it lacks.
 *
 * @returns what stops it
 */
export function startBot({
  slack,
  settings,
  log,
}: Pick<Context, 'slack' | 'settings' | 'log'>): () => Promise<void> {
  if (slack) {
    log.info('the Slack bot is on')
    return slack.start()
  }
  const missing = [
    settings.slackBotToken === null && 'SERVICE_SLACK_BOT_TOKEN',
    settings.slackSigningSecret === null && 'SERVICE_SLACK_SIGNING_SECRET',
  ].filter(Boolean)
  log.info({ missing }, 'the Slack bot is off until these settings are there')
  return () => Promise.resolve()
}

async function purge({ db }: Needs) {
  await db.run('slack/delete-old')
  await db.run('outbox/delete-old')
  return 0
}

/** Tells the operator at once whether the token is any good. */
async function greet(client: SlackClient, log: Needs['log']) {
  try {
    log.info(await client.identify(), 'Slack knows the bot')
  } catch (error) {
    const reason = error instanceof SlackError ? error.code : 'unknown'
    log.error({ reason }, 'Slack does not answer the bot: is SERVICE_SLACK_BOT_TOKEN right?')
  }
}

/** Whether an answer can be given with the response: to commands and forms it can. */
const waits = ({ kind, payload }: Delivery) =>
  kind === 'command' || (kind === 'interaction' && payload.type === 'view_submission')

/** What a request is answered with. */
function acknowledge(delivery: Delivery, result: DeliveryResult): object | null {
  const isCommand = delivery.kind === 'command'
  if (result.state === 'stored') return isCommand ? soon : null
  if (result.state === 'lost') {
    if (isCommand) return unreachable
    if (waits(delivery)) return stayOpen(unreachable)
    throw new Problem('database_unavailable')
  }
  const { answer } = result
  if (answer === null || isCommand) return answer?.message ?? null
  return answer.form ?? stayOpen(answer.message)
}

/** A form stays open with what was typed in it, and says why. */
const stayOpen = ({ text }: Message): FormAnswer => ({
  response_action: 'errors',
  errors: { name: unescapeText(text) },
})

const soon: Message = ephemeral('I am on it: the answer comes in a moment.')
const unreachable: Message = ephemeral(
  'The glossary cannot reach its database just now. If nothing more comes within a minute, try again.',
)
