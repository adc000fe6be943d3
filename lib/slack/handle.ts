import * as v from 'valibot'
import { confirmTerm } from '../glossary/confirm.ts'
import { disownTerm } from '../glossary/disown.ts'
import { readTerm } from '../glossary/read.ts'
import { Problem } from '../problem.ts'
import { addForm, addView, type Entries, noticeView, readEntries, readNewTerm } from './add-form.ts'
import {
  type Asking,
  addTerm,
  answerCommand,
  disputeById,
  explain,
  refusalMessage,
  voteFor,
} from './answers.ts'
import { findAsker } from './asker.ts'
import { actions, ephemeral, type Message, section, termBlocks, type View } from './blocks.ts'
import { type Destination, type SlackClient, SlackError } from './client.ts'
import { parseCommand } from './commands.ts'
import type { Delivery, EventPayload, InteractionPayload } from './inbound.ts'
import { escapeText, escapeWithin, unescapeText } from './mrkdwn.ts'

type Submission = Extract<InteractionPayload, { type: 'view_submission' }>
type Pressed = Extract<InteractionPayload, { type: 'block_actions' }>

/** What a form that was sent in answers with (Slack, "Responding to view submissions"). */
export type FormAnswer =
  | { response_action: 'errors'; errors: Record<string, string> }
  | { response_action: 'update'; view: View }

/**
 * What comes of a delivery: a message, where it goes if its request does not wait any more, and what a
 * form answers instead while its request still waits.
 */
export type Answer = { message: Message; to: Destination | null; form?: FormAnswer }

type Needs = Omit<Asking, 'asker'> & { slack: SlackClient }

/**
 * Does what a delivery asks for.
 *
 * @returns null where nobody expects an answer
 * @throws Problem with a status of 500 or more, or SlackError: worth another attempt later
 */
export async function handle(needs: Needs, delivery: Delivery): Promise<Answer | null> {
  const question = read(delivery)
  if (!question) return null
  const { slackId, to, answer } = question
  const asker = await findAsker(needs, slackId)
  if (!asker) return { message: deactivated, to }
  const { message, form, toAll } = await answer({ ...needs, asker })
  if (!message) return null
  return { message: toAll ? { ...message, response_type: 'in_channel' } : message, to, form }
}

/** Where the answer to a delivery goes once its request does not wait any more. */
export const destinationOf = (delivery: Delivery): Destination | null => read(delivery)?.to ?? null

const deactivated = ephemeral(
  'Your account in the glossary has been deactivated. Ask an administrator.',
)

type Reply = { message: Message | null; form?: FormAnswer; toAll?: boolean }

/** Who asks, where the answer goes, and how to get it. */
type Question = {
  slackId: string
  to: Destination | null
  answer: (ask: Asking) => Promise<Reply>
}

function read({ kind, payload }: Delivery): Question | null {
  if (kind === 'event') return readEvent(payload)
  if (kind === 'interaction') return readInteraction(payload)
  const { user_id: slackId, text, response_url } = payload
  return {
    slackId,
    to: response_url ? { response_url } : { channel: slackId },
    answer: (ask) => replyTo(ask, unescapeText(text)),
  }
}

const replyTo = async (ask: Asking, text: string) => ({
  message: await answerCommand(ask, parseCommand(text)),
})

/** In a channel the bot is mentioned; in its own conversation everything is for it. */
function readEvent({ event }: EventPayload): Question | null {
  const { user: slackId, channel, thread_ts } = event
  const isDirect = event.type === 'message' && event.channel_type === 'im'
  if (event.type !== 'app_mention' && !isDirect) return null
  if (!slackId || !channel || event.bot_id || event.subtype) return null
  const thread = thread_ts ? { thread_ts } : {}
  return {
    slackId,
    to: isDirect ? { channel, ...thread } : { channel, user: slackId, ...thread },
    answer: (ask) => replyTo(ask, unescapeText(event.text.replace(/<@[^>]*>/g, ' '))),
  }
}

function readInteraction(payload: InteractionPayload): Question {
  const slackId = payload.user.id
  if (payload.type === 'view_submission') {
    return { slackId, to: { channel: slackId }, answer: (ask) => submit(ask, payload) }
  }
  const { response_url } = payload
  const to = response_url ? { response_url } : { channel: slackId }
  if (payload.type === 'message_action') {
    const answer = async (ask: Asking) => ({ message: await explain(ask, payload.message.text) })
    return { slackId, to, answer }
  }
  return { slackId, to, answer: (ask) => press(ask, payload) }
}

const nothing: Reply = { message: null }

/** Does what a button says. */
async function press(ask: Asking, payload: Pressed): Promise<Reply> {
  const [pressed] = payload.actions
  if (!pressed) return nothing
  const { action_id, value } = pressed
  try {
    switch (action_id) {
      case actions.share:
        return { message: await share(ask, value), toAll: true }
      case actions.define:
        return { message: await answerCommand(ask, { verb: 'define', name: value }) }
      case actions.vote:
        return { message: await voteFor(ask, value) }
      case actions.dispute:
        return { message: await disputeById(ask, ...readDispute(value)) }
      case actions.confirm:
        await confirmTerm(ask, ask.asker.actor, value)
        return { message: ephemeral('Thank you. It counts as right for another while.') }
      case actions.disown:
        await disownTerm(ask, ask.asker.actor, value)
        return {
          message: ephemeral('All right, it is not yours any more. An editor will see to it.'),
        }
      case actions.add:
        return { message: await openForm(ask, payload.trigger_id, value) }
      default:
        return nothing
    }
  } catch (error) {
    return { message: refusalMessage(error) }
  }
}

const DisputeValue = v.tuple([v.string(), v.nullable(v.string())])

function readDispute(value: string): [id: string, reason: string | null] {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), DisputeValue), value)
  if (!result.success) throw new Problem('not_found')
  return result.output
}

/** A definition for everybody in the channel, with the name of who shares it. */
async function share(ask: Asking, id: string): Promise<Message> {
  const term = await readTerm(ask, id)
  return {
    text: term.name,
    blocks: [
      ...termBlocks(ask.settings.appUrl, term),
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: `Shared by <@${ask.asker.slackId}>` }],
      },
    ],
    replace_original: false,
  }
}

/** @returns what to say instead where Slack does not open the form; it does so within three seconds only */
async function openForm(ask: Asking, triggerId: string, name: string): Promise<Message | null> {
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

async function submit(ask: Asking, { view }: Submission): Promise<Reply> {
  if (view.callback_id !== addForm) return nothing
  const entries = readEntries(view.state.values)
  const reading = readNewTerm(entries)
  if ('errors' in reading) return withErrors(reading.errors, entries)
  try {
    const message = await addTerm(ask, reading.term)
    const view = noticeView('Added', message.blocks ?? [section(message.text)])
    return { message, form: { response_action: 'update', view } }
  } catch (error) {
    const { text } = refusalMessage(error)
    return withErrors({ name: unescapeText(text) }, entries)
  }
}

/** The faults at their fields; for whoever does not wait any more, in words, with what they had typed. */
function withErrors(errors: Record<string, string>, entries: Entries): Reply {
  const typed = escapeWithin(`${entries.name} -- ${entries.definition}`, 2500)
  const text = `${escapeText(Object.values(errors).join(' '))} You had typed: ${typed}`
  return { message: ephemeral(text), form: { response_action: 'errors', errors } }
}
