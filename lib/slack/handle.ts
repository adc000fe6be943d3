import { claimTerm } from '../glossary/claim.ts'
import { confirmTerm } from '../glossary/confirm.ts'
import { disownTerm } from '../glossary/disown.ts'
import { Problem } from '../problem.ts'
import { addedView, addForm, addView, type Entries, readEntries, readNewTerm } from './add-form.ts'
import { actions, ephemeral, type Message, type View } from './blocks.ts'
import type { Destination } from './client.ts'
import { parseCommand } from './commands.ts'
import { define, explain, share } from './lookups.ts'
import { escapeText, typedText, unescapeText } from './mrkdwn.ts'
import type { Delivery, EventPayload, InteractionPayload } from './parse-request.ts'
import { findRequester, type SlackRequest } from './requester.ts'
import { runCommand } from './run-command.ts'
import { SlackError } from './slack-error.ts'
import { addTerm, disputeChosen, voteFor } from './voting.ts'

type Submission = Extract<InteractionPayload, { type: 'view_submission' }>
type Pressed = Extract<InteractionPayload, { type: 'block_actions' }>

/** What a form that was sent in answers with (Slack, "Responding to view submissions"). */
export type FormAnswer =
  | { response_action: 'errors'; errors: Partial<Entries> }
  | { response_action: 'update'; view: View }

/**
 * What comes of a delivery: a message, where it goes if its request does not wait any more, and what a
 * form answers instead while its request still waits.
 */
export type Answer = { message: Message; to: Destination; form?: FormAnswer }

type Needs = Omit<SlackRequest, 'requester'>

/**
 * Does what a delivery asks for. What the glossary refuses is an answer, too.
 *
 * @returns null where nobody expects an answer
 * @throws whatever is no refusal: the database or Slack cannot be reached
 */
export async function handle(needs: Needs, delivery: Delivery): Promise<Answer | null> {
  const { slackId, to, answer } = read(delivery)
  try {
    const reply = await answer({ ...needs, requester: await findRequester(needs, slackId) })
    return reply && { ...reply, to }
  } catch (error) {
    return { message: refusalMessage(error), to }
  }
}

/**
 * What to say where the glossary refuses.
 *
 * @throws `error` where it is no refusal
 */
function refusalMessage(error: unknown): Message {
  if (!(error instanceof Problem) || error.status >= 500) throw error
  const faults = error.members.errors?.map(({ path, message }) => `${path} ${message}`)
  return ephemeral(escapeText(faults ? `${faults.join('; ')}.` : error.message))
}

/** Where the answer to a delivery goes once its request does not wait any more. */
export const destinationOf = (delivery: Delivery): Destination => read(delivery).to

/** An answer whose way is not known yet. */
type Reply = Omit<Answer, 'to'> | null

/** Who asks, where the answer goes, and how to get it. */
type Question = {
  slackId: string
  to: Destination
  answer: (ask: SlackRequest) => Promise<Reply>
}

function read({ kind, payload }: Delivery): Question {
  if (kind === 'event') return readEvent(payload)
  if (kind === 'interaction') return readInteraction(payload)
  const { user_id: slackId, text, response_url } = payload
  return {
    slackId,
    to: response_url ? { response_url } : { channel: slackId },
    answer: (ask) => replyTo(ask, unescapeText(text)),
  }
}

const say = (message: Message | null): Reply => message && { message }

const replyTo = async (ask: SlackRequest, text: string) =>
  say(await runCommand(ask, parseCommand(text)))

function readEvent({ event }: EventPayload): Question {
  const { user: slackId, channel, thread_ts } = event
  const whom = event.type === 'app_mention' ? { user: slackId } : {}
  return {
    slackId,
    to: { channel, ...whom, ...(thread_ts && { thread_ts }) },
    answer: (ask) => replyTo(ask, typedText(event.text)),
  }
}

function readInteraction(payload: InteractionPayload): Question {
  const slackId = payload.user.id
  if (payload.type === 'view_submission') {
    return { slackId, to: { channel: slackId }, answer: (ask) => submit(ask, payload) }
  }
  const { response_url } = payload
  const to = response_url ? { response_url } : { channel: slackId }
  const answer = async (ask: SlackRequest) =>
    say(
      payload.type === 'message_action'
        ? await explain(ask, payload.message.text)
        : await press(ask, payload),
    )
  return { slackId, to, answer }
}

/** Does what a button says. */
async function press(ask: SlackRequest, { actions: pressed, trigger_id }: Pressed) {
  const { action_id, value } = pressed[0]
  const { actor } = ask.requester
  switch (action_id.split('.')[0]) {
    case actions.share:
      return share(ask, value)
    case actions.define:
      return define(ask, value)
    case actions.vote:
      return voteFor(ask, value)
    case actions.dispute:
      return disputeChosen(ask, value)
    case actions.confirm:
      await confirmTerm(ask, actor, value)
      return ephemeral('Thank you. It counts as right for another while.')
    case actions.disown:
      await disownTerm(ask, actor, value)
      return ephemeral('All right, it is not yours any more. An editor will see to it.')
    case actions.claim:
      await claimTerm(ask, actor, value)
      return ephemeral('Thank you. It is yours now, and counts as right.')
    case actions.add:
      return openForm(ask, trigger_id, value)
    default:
      return null
  }
}

/** @returns what to say instead where Slack does not open the form; it does so within three seconds only */
async function openForm(
  ask: SlackRequest,
  triggerId: string,
  name: string,
): Promise<Message | null> {
  try {
    await ask.slack.openView(triggerId, addView({ name }))
    return null
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    ask.log.warn({ reason: error.code }, 'the form to add a term could not be opened')
    return ephemeral(
      'Slack did not open the form in time. Try again, or type it: `add NAME (Full Name) -- definition`',
    )
  }
}

async function submit(ask: SlackRequest, { view }: Submission): Promise<Reply> {
  if (view.callback_id !== addForm) return null
  const entries = readEntries(view.state.values)
  const reading = readNewTerm(entries)
  if ('errors' in reading) return withErrors(reading.errors, entries)
  try {
    const message = await addTerm(ask, reading.term)
    return { message, form: { response_action: 'update', view: addedView(message.blocks) } }
  } catch (error) {
    const { text } = refusalMessage(error)
    return withErrors({ name: unescapeText(text) }, entries)
  }
}

/** The faults at their fields; for whoever does not wait any more, in words, with what they had typed. */
function withErrors(errors: Partial<Entries>, entries: Entries): Reply {
  const typed = Object.values(entries).filter(Boolean).join('\n')
  const text = `${escapeText(Object.values(errors).join(' '))} You had typed:\n${escapeText(typed)}`
  return { message: ephemeral(text), form: { response_action: 'errors', errors } }
}
