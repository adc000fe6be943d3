import type { Message } from './blocks.ts'
import { pressButton } from './buttons.ts'
import { toChannelId } from './channel-category.ts'
import type { Destination } from './client.ts'
import { explain } from './explain.ts'
import { type FormResponse, submit } from './forms.ts'
import { home } from './home.ts'
import { wordsOf } from './mrkdwn.ts'
import type { EventPayload, InboundRequest, InteractionPayload } from './parse-request.ts'
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
  const { sender, channelId, to } = originOf(inbound)
  try {
    const requester = await findRequester(needs, sender)
    const answer = await carryOut({ ...needs, requester, channelId: toChannelId(channelId) }, inbound)
    return answer && { ...answer, to }
  } catch (error) {
    return { message: refusalMessage(error), to }
  }
}

/** Where to send the answer to a request once its HTTP request has been answered. */
export const destinationOf = (inbound: InboundRequest): Destination => originOf(inbound).to

/** Who sent a request, where it came from, and where the answer goes. */
type Origin = { sender: Sender; channelId?: string | undefined; to: Destination }

function originOf({ kind, payload }: InboundRequest): Origin {
  if (kind === 'event') return originOfEvent(payload)
  if (kind === 'interaction') return originOfInteraction(payload)
  const { user_id: slackId, response_url, channel_id, team_id, enterprise_id } = payload
  return {
    sender: { slackId, teams: [{ teamId: team_id, enterpriseId: enterprise_id }] },
    channelId: channel_id,
    to: response_url ? { response_url } : { channel: slackId },
  }
}

function originOfEvent({ event, team_id, enterprise_id }: EventPayload): Origin {
  const { user: slackId } = event
  const team = { teamId: team_id, enterpriseId: enterprise_id }
  if (event.type === 'app_home_opened') return { sender: { slackId, teams: [team] }, to: { home: slackId } }
  const { channel, thread_ts } = event
  const onlyFor = event.type === 'app_mention' ? { user: slackId } : {}
  const senderTeams = [event.team, event.user_team, event.source_team].map((teamId) => ({ teamId }))
  return {
    sender: { slackId, teams: [team, ...senderTeams] },
    channelId: channel,
    to: { channel, ...onlyFor, ...(thread_ts && { thread_ts }) },
  }
}

function originOfInteraction(payload: InteractionPayload): Origin {
  const { id: slackId, team_id } = payload.user
  const teams = [{ teamId: team_id }, { teamId: payload.team?.id, enterpriseId: payload.enterprise?.id }]
  const sender = { slackId, teams }
  if (payload.type === 'view_submission') return { sender, to: { channel: slackId } }
  if (isInHome(payload)) return { sender, to: { home: slackId } }
  const { response_url, channel } = payload
  const thread_ts = payload.type === 'message_action' ? payload.message.thread : (payload.container ?? payload.message)
  const to = response_url ? { response_url, ...(thread_ts && { thread_ts }) } : { channel: slackId }
  return { sender, channelId: channel?.id, to }
}

const isInHome = (payload: InteractionPayload) => payload.type === 'block_actions' && payload.view?.type === 'home'

type Reply = Omit<SlackAnswer, 'to'> | null

async function carryOut(request: SlackRequest, { kind, payload }: InboundRequest): Promise<Reply> {
  if (kind === 'command') return toReply(await runOrRefuse(request, await readCommand(request, payload.text)))
  if (kind === 'event') {
    const { event } = payload
    if (event.type === 'app_home_opened') return showHome(request, null)
    return toReply(await runOrRefuse(request, await readMessage(request, event.text)))
  }
  if (payload.type === 'view_submission') return submit(request, payload.view)
  if (payload.type === 'message_action') return toReply(await explain(request, wordsOf(payload.message.text)))
  if (isInHome(payload)) return showHome(request, await pressButton(request, payload).catch(refusalMessage))
  return toReply(await pressButton(request, payload))
}

const toReply = (message: Message | null): Reply => message && { message }

/** Shows the App Home of the sender, with the result of what they did there. */
const showHome = async (request: SlackRequest, result: Message | null): Promise<Reply> =>
  toReply(await home(request, result?.text ?? null))
