import { claimTerm } from '../glossary/claim.ts'
import { confirmTerm } from '../glossary/confirm.ts'
import { disownTerm } from '../glossary/disown.ts'
import { Problem } from '../problem.ts'
import { uuid } from '../schemas/text.ts'
import { addMeaning, addTerm, askToAddMeaning, existingMeanings, findOtherMeanings } from './add.ts'
import {
  addedView,
  addForm,
  addMeaningForm,
  addMeaningView,
  addView,
  type Entries,
  readEntries,
  readNewTerm,
  toBlockErrors,
} from './add-form.ts'
import { actions, ephemeral, type Message, quoted, section, type View } from './blocks.ts'
import { readValue } from './button-value.ts'
import { changeForm, openChangeForm, proposeForm, submitChange } from './change-form.ts'
import { toChannelId } from './channel-category.ts'
import type { Destination, Team } from './client.ts'
import type { Command } from './commands.ts'
import { acceptProposed, declineProposed, dismissReport, upholdReport } from './deciding.ts'
import { explain } from './explain.ts'
import { home } from './home.ts'
import { ask, define, share } from './lookups.ts'
import { escapeText, unescapeText, wordsOf } from './mrkdwn.ts'
import type {
  EventPayload,
  InboundRequest,
  InteractionPayload,
  MessageEvent,
} from './parse-request.ts'
import { findRequester, type Sender, type SlackRequest } from './requester.ts'
import { runCommand } from './run-command.ts'
import { SlackError } from './slack-error.ts'
import { readCommand, readMessage } from './typed-command.ts'
import { disputeChosen, voteFor } from './voting.ts'

type Submission = Extract<InteractionPayload, { type: 'view_submission' }>
type Pressed = Extract<InteractionPayload, { type: 'block_actions' }>

/** The response to a submitted form (Slack, "Responding to view submissions"). */
export type FormResponse =
  | { response_action: 'errors'; errors: Record<string, string> }
  | { response_action: 'update'; view: View }

/**
 * The answer to a request: a message, where to send it once the HTTP request has been answered, and the
 * response to a submitted form, used instead of the message while the HTTP request is open.
 */
export type Answer = { message: Message; to: Destination; form?: FormResponse }

type Needs = Omit<SlackRequest, 'requester' | 'channelId'>

/**
 * Carries out a request. A refusal by the glossary is answered with its reason.
 *
 * @returns null if no answer is needed
 * @throws every other error, such as an unreachable database or Slack
 */
export async function handle(needs: Needs, inbound: InboundRequest): Promise<Answer | null> {
  const { sender, channelId, to, run } = toTask(inbound)
  try {
    const requester = await findRequester(needs, sender)
    const answer = await run({ ...needs, requester, channelId: toChannelId(channelId) })
    return answer && { ...answer, to }
  } catch (error) {
    return { message: refusalMessage(error), to }
  }
}

/**
 * The message that explains a refusal.
 *
 * @throws `error` if it is not a refusal
 */
function refusalMessage(error: unknown): Message {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  return ephemeral(escapeText(error.sentence))
}

/** Where to send the answer to a request once its HTTP request has been answered. */
export const destinationOf = (inbound: InboundRequest): Destination => toTask(inbound).to

/** An answer without its destination. */
type Reply = Omit<Answer, 'to'> | null

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
    run: async (request) => reply(request, await readCommand(request, text)),
  }
}

const toReply = (message: Message | null): Reply => message && { message }

/** Runs a command. A refusal repeats a text that someone typed at length. */
async function reply(request: SlackRequest, command: Command) {
  try {
    return toReply(await runCommand(request, command))
  } catch (error) {
    const { text } = refusalMessage(error)
    const typed = longText(command)
    return toReply(
      ephemeral(text, typed ? [section(text), section('You typed:'), ...quoted(typed)] : undefined),
    )
  }
}

function longText(command: Command): string | null {
  if (command.verb === 'dispute') return command.reason
  if (command.verb !== 'add') return null
  const { name, full_name, definition } = command
  return `add ${name}${full_name === null ? '' : ` (${full_name})`} -- ${definition}`
}

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
    run: async (request) => reply(request, await readMessage(request, event.text)),
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
  const teams = [
    { teamId: team_id },
    { teamId: payload.team?.id, enterpriseId: payload.enterprise?.id },
  ]
  const sender = { slackId, teams }
  if (payload.type === 'view_submission') {
    const to = { channel: slackId }
    return { sender, channelId: undefined, to, run: (request) => submit(request, payload) }
  }
  if (payload.type === 'block_actions' && payload.view?.type === 'home') {
    return homeTask(sender, (request) => pressButton(request, payload))
  }
  const { response_url, channel } = payload
  const to = response_url ? { response_url } : { channel: slackId }
  const run = async (request: SlackRequest) =>
    toReply(
      payload.type === 'message_action'
        ? await explain(request, wordsOf(payload.message.text))
        : await pressButton(request, payload),
    )
  return { sender, channelId: channel?.id, to, run }
}

/** Carries out the action of a pressed button. */
async function pressButton(request: SlackRequest, { actions: pressed, trigger_id }: Pressed) {
  const { action_id, value } = pressed[0]
  const { actor } = request.requester
  const id = () => readValue(uuid, value)
  switch (action_id.split('.')[0]) {
    case actions.share:
      return share(request, id())
    case actions.define:
      return define(request, value)
    case actions.vote:
      return voteFor(request, id())
    case actions.dispute:
      return disputeChosen(request, value)
    case actions.change:
      return openChangeForm(request, trigger_id, id())
    case actions.confirm:
      await confirmTerm(request, actor, id())
      return ephemeral('Thank you. The term is confirmed.')
    case actions.disown:
      await disownTerm(request, actor, id())
      return ephemeral('You no longer own this term. The editors will be asked to review it.')
    case actions.claim:
      await claimTerm(request, actor, id())
      return ephemeral('Thank you. You now own this term, and it is confirmed.')
    case actions.accept:
      return acceptProposed(request, id())
    case actions.decline:
      return declineProposed(request, id())
    case actions.uphold:
      return upholdReport(request, id())
    case actions.dismiss:
      return dismissReport(request, id())
    case actions.add:
      return openForm(request, trigger_id, value)
    case actions.ask:
      return ask(request, value)
    case actions.addMeaning:
      return addMeaning(request, value)
    default:
      return null
  }
}

/**
 * Opens the form to add a term.
 *
 * @param triggerId valid for three seconds
 * @returns a message if Slack does not open the form
 */
async function openForm(
  request: SlackRequest,
  triggerId: string,
  name: string,
): Promise<Message | null> {
  try {
    await request.slack.openView(triggerId, addView({ name }))
    return null
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    request.log.warn({ reason: error.code }, 'Slack did not open the form to add a term')
    return ephemeral(
      'Slack did not open the form. Try again, or type `add NAME (Full Name) -- definition`',
    )
  }
}

async function submit(request: SlackRequest, { view }: Submission): Promise<Reply> {
  const isChange = view.callback_id === changeForm || view.callback_id === proposeForm
  if (!isChange && view.callback_id !== addForm && view.callback_id !== addMeaningForm) return null
  const { values } = view.state
  const entries = readEntries(values)
  const result = readNewTerm(entries)
  if ('errors' in result) return withErrors(result.errors, entries, values)
  const { term } = result
  try {
    if (isChange) return await submitChange(request, view, entries, term)
    const isConfirmed = view.callback_id === addMeaningForm
    const others = isConfirmed ? null : await findOtherMeanings(request, term)
    if (others && others.terms.length > 0) {
      const form = addMeaningView(existingMeanings(request.settings, others), entries)
      const message = askToAddMeaning(request.settings, term, others)
      return { message, form: { response_action: 'update', view: form } }
    }
    const message = await addTerm(request, term)
    return { message, form: { response_action: 'update', view: addedView(message.blocks) } }
  } catch (error) {
    const { text } = refusalMessage(error)
    return withErrors({ name: unescapeText(text) }, entries, values)
  }
}

/** Shows each error at its field. The message, for a form that was closed, repeats what was typed. */
function withErrors(errors: Partial<Entries>, entries: Entries, values: unknown): Reply {
  const typed = Object.values(entries).filter(Boolean).join('\n')
  const text = `${escapeText(Object.values(errors).join(' '))} You typed:\n${escapeText(typed)}`
  const form = { response_action: 'errors', errors: toBlockErrors(errors, values) } as const
  return { message: ephemeral(text), form }
}
