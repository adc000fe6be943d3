import type { Message } from './blocks.ts'
import { pressButton } from './buttons.ts'
import { toChannelId } from './channel-category.ts'
import type { Destination, Team } from './client.ts'
import { explain } from './explain.ts'
import { type FormResponse, submit } from './forms.ts'
import { home } from './home.ts'
import { wordsOf } from './mrkdwn.ts'
import type { EventPayload, InboundRequest, InteractionPayload, MessageEvent } from './parse-request.ts'
import { findRequester, type Sender, type SlackRequest } from './requester.ts'
import { refusalMessage, runOrRefuse } from './run-command.ts'
import { readCommand, readMessage } from './typed-command.ts'

/**
 * The answer to a request: a message, where to send it once the HTTP request has been answered, and the
 * response to a submitted form, used instead of the message while the HTTP request is open.
 */
export type SlackAnswer = { message: Message; to: Destination; form?: FormResponse }

type Needs = Omit<SlackRequest, 'requester' | 'channelId'>

/**
 * Carries out a request. A refusal by the glossary is answered with its reason.
 *
 * @returns null if no answer is needed
 * @throws every other error, such as an unreachable database or Slack
 */
export async function handle(needs: Needs, inbound: InboundRequest): Promise<SlackAnswer | null> {
  const { sender, channelId, to, run } = toTask(inbound)
  try {
    const requester = await findRequester(needs, sender)
    const answer = await run({ ...needs, requester, channelId: toChannelId(channelId) })
    return answer && { ...answer, to }
  } catch (error) {
    return { message: refusalMessage(error), to }
  }
}

/** Where to send the answer to a request once its HTTP request has been answered. */
export const destinationOf = (inbound: InboundRequest): Destination => toTask(inbound).to

/** An answer without its destination. */
type Reply = Omit<SlackAnswer, 'to'> | null

/** A parsed request: who sent it, where it came from, where the answer goes, and what to do. */
type Task = {
  sender: Sender
  channelId: string | undefined
  to: Destination
  run: (request: SlackRequest) => Promise<Reply>
}

function toTask({ kind, payload }: InboundRequest): Task {
  if (kind === 'event') return eventTask(payload)
  if (kind === 'interaction') return interactionTask(payload)
  const { user_id: slackId, text, response_url, channel_id, team_id, enterprise_id } = payload
  return {
    sender: { slackId, teams: [{ teamId: team_id, enterpriseId: enterprise_id }] },
    channelId: channel_id,
    to: response_url ? { response_url } : { channel: slackId },
    run: async (request) => toReply(await runOrRefuse(request, await readCommand(request, text))),
  }
}

const toReply = (message: Message | null): Reply => message && { message }

function eventTask({ event, team_id, enterprise_id }: EventPayload): Task {
  const team = { teamId: team_id, enterpriseId: enterprise_id }
  return event.type === 'app_home_opened'
    ? homeTask({ slackId: event.user, teams: [team] }, async () => null)
    : messageTask(event, team)
}

function messageTask(event: MessageEvent, team: Team): Task {
  const { user: slackId, channel, thread_ts } = event
  const onlyFor = event.type === 'app_mention' ? { user: slackId } : {}
  const senderTeams = [event.team, event.user_team, event.source_team].map((teamId) => ({ teamId }))
  return {
    sender: { slackId, teams: [team, ...senderTeams] },
    channelId: channel,
    to: { channel, ...onlyFor, ...(thread_ts && { thread_ts }) },
    run: async (request) => toReply(await runOrRefuse(request, await readMessage(request, event.text))),
  }
}

/** Does something, and shows the App Home of the sender with the result. */
function homeTask(sender: Sender, act: (request: SlackRequest) => Promise<Message | null>): Task {
  const run = async (request: SlackRequest) => {
    const result = await act(request).catch(refusalMessage)
    return toReply(await home(request, result?.text ?? null))
  }
  return { sender, channelId: undefined, to: { home: sender.slackId }, run }
}

function interactionTask(payload: InteractionPayload): Task {
  const { id: slackId, team_id } = payload.user
  const teams = [{ teamId: team_id }, { teamId: payload.team?.id, enterpriseId: payload.enterprise?.id }]
  const sender = { slackId, teams }
  if (payload.type === 'view_submission') {
    const to = { channel: slackId }
    return { sender, channelId: undefined, to, run: (request) => submit(request, payload.view) }
  }
  if (payload.type === 'block_actions' && payload.view?.type === 'home') {
    return homeTask(sender, (request) => pressButton(request, payload))
  }
  const { response_url, channel } = payload
  const thread_ts = payload.type === 'message_action' ? payload.message.thread : (payload.container ?? payload.message)
  const to = response_url ? { response_url, ...(thread_ts && { thread_ts }) } : { channel: slackId }
  const run = async (request: SlackRequest) =>
    toReply(
      payload.type === 'message_action'
        ? await explain(request, wordsOf(payload.message.text))
        : await pressButton(request, payload),
    )
  return { sender, channelId: channel?.id, to, run }
}
