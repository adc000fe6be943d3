import { hash } from 'node:crypto'
import * as v from 'valibot'
import { Problem } from '../problem.ts'
import { storable } from '../schemas/text.ts'
import { isWrittenByPerson, textOfMessage } from './message-text.ts'

/** A request from Slack to handle. If Slack delivers it again, it has the same id. */
export type InboundRequest =
  | { id: string; kind: 'event'; payload: EventPayload }
  | { id: string; kind: 'command'; payload: CommandPayload }
  | { id: string; kind: 'interaction'; payload: InteractionPayload }

/** Returns the ID of the user of Slack who sent a request. */
export function slackIdOf({ kind, payload }: InboundRequest): string {
  if (kind === 'event') return payload.event.user
  return kind === 'command' ? payload.user_id : payload.user.id
}

/** A parsed request: Slack's check that we own the URL, or a request. */
type ParsedRequest = { challenge: string } | InboundRequest

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(150))
/** The ID of a workspace or an Enterprise Grid, if Slack sends one. */
const teamId = v.fallback(v.optional(v.string()), undefined)
const channelId = v.fallback(v.optional(id), undefined)
const team = v.fallback(v.optional(v.object({ id: teamId })), undefined)

/** A message to the bot. The bot's own messages, which Slack delivers as well, do not match. */
const MessageEvent = v.pipe(
  v.object({
    type: v.picklist(['app_mention', 'message']),
    subtype: v.optional(v.string()),
    bot_id: v.optional(v.string()),
    user: id,
    text: v.nullish(v.string(), ''),
    channel: id,
    channel_type: v.optional(v.string()),
    thread_ts: v.optional(v.string()),
    team: teamId,
    user_team: teamId,
    source_team: teamId,
    blocks: v.optional(v.unknown()),
    attachments: v.optional(v.unknown()),
  }),
  v.check(({ bot_id, subtype }) => !bot_id && isWrittenByPerson(subtype)),
  // In channels the bot only handles mentions, in direct messages everything.
  v.check(({ type, channel_type }) => type === 'app_mention' || channel_type === 'im'),
  v.transform(({ blocks, attachments, ...message }) => ({
    ...message,
    text: textOfMessage({ text: message.text, blocks, attachments }),
  })),
)

/** Somebody opened the App Home. Slack also reports its other tab, the messages. */
const HomeEvent = v.object({ type: v.literal('app_home_opened'), user: id, tab: v.literal('home') })

const EventPayload = v.object({ event: v.union([MessageEvent, HomeEvent]), team_id: teamId, enterprise_id: teamId })
export type EventPayload = v.InferOutput<typeof EventPayload>

const EventsBody = v.variant('type', [
  v.object({ type: v.literal('url_verification'), challenge: v.string() }),
  v.object({ type: v.literal('event_callback'), event_id: id, ...EventPayload.entries }),
])

const CommandPayload = v.object({
  user_id: id,
  text: v.pipe(v.optional(v.string(), ''), v.transform(storable)),
  response_url: v.optional(v.string()),
  channel_id: channelId,
  team_id: teamId,
  enterprise_id: teamId,
})
type CommandPayload = v.InferOutput<typeof CommandPayload>

const sender = { user: v.object({ id, team_id: teamId }), team, enterprise: team }
const channel = v.fallback(v.optional(v.object({ id: channelId })), undefined)
const place = { ts: v.optional(v.string()), message_ts: v.optional(v.string()), thread_ts: v.optional(v.string()) }
/** The thread that a message is in; the first message of a thread is in the channel. */
const toThread = ({ ts, message_ts = ts, thread_ts }: v.InferOutput<v.ObjectSchema<typeof place, undefined>>) =>
  thread_ts === message_ts ? undefined : thread_ts
const thread = v.fallback(v.optional(v.pipe(v.object(place), v.transform(toThread))), undefined)
const InteractionPayload = v.variant('type', [
  v.object({
    type: v.literal('block_actions'),
    ...sender,
    channel,
    actions: v.looseTuple([v.object({ action_id: v.string(), value: v.optional(v.string(), '') })]),
    trigger_id: v.optional(v.string(), ''),
    response_url: v.optional(v.string()),
    /** the threads of the message with the button; Slack sends no `message` if only one person sees it */
    message: thread,
    container: thread,
    /** where the button is, if not in a message */
    view: v.fallback(v.optional(v.object({ type: v.string() })), undefined),
  }),
  v.object({
    type: v.literal('message_action'),
    ...sender,
    channel,
    callback_id: v.string(),
    message: v.pipe(
      v.looseObject(place),
      v.transform((message) => ({ text: textOfMessage(message), thread: toThread(message) })),
    ),
    response_url: v.optional(v.string()),
  }),
  v.object({
    type: v.literal('view_submission'),
    ...sender,
    view: v.object({
      callback_id: v.string(),
      private_metadata: v.optional(v.string(), ''),
      state: v.object({ values: v.unknown() }),
    }),
  }),
])
export type InteractionPayload = v.InferOutput<typeof InteractionPayload>

/**
 * Parses the body of a signed request.
 *
 * @returns null for requests that the bot does not handle
 * @throws Problem `malformed_request` or `not_form`
 */
export function parseRequest(type: string | undefined, body: string): ParsedRequest | null {
  if (type === 'application/json') return parseEvent(body)
  if (type !== 'application/x-www-form-urlencoded') throw new Problem('not_form')
  const form = new URLSearchParams(body)
  const payload = form.get('payload')
  if (payload !== null) return parseInteraction(body, payload)
  return form.has('command') ? parseCommandForm(body, form) : null
}

function parseEvent(body: string): ParsedRequest | null {
  const result = v.safeParse(EventsBody, parseJson(body))
  if (!result.success) return null
  const { output } = result
  if (output.type === 'url_verification') return { challenge: output.challenge }
  const { event, team_id, enterprise_id } = output
  return { id: output.event_id, kind: 'event', payload: { event, team_id, enterprise_id } }
}

function parseCommandForm(body: string, form: URLSearchParams): InboundRequest | null {
  const result = v.safeParse(CommandPayload, Object.fromEntries(form))
  if (!result.success) return null
  return { id: digest(body), kind: 'command', payload: result.output }
}

function parseInteraction(body: string, text: string): InboundRequest | null {
  const result = v.safeParse(InteractionPayload, parseJson(text))
  if (!result.success) return null
  return { id: digest(body), kind: 'interaction', payload: result.output }
}

/** The body contains the trigger_id, which is unique: the same body is the same request. */
const digest = (body: string) => hash('sha256', body, 'base64url')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? storable(value) : value))
  } catch (cause) {
    throw new Problem('malformed_request', { detail: 'The body is not valid JSON.' }, { cause })
  }
}

/**
 * Reads the value of a button. Slack sends it back as we wrote it, but an earlier version may have written it.
 *
 * @throws Problem `not_found` if it is something else
 */
export function readValue<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value)
  if (!result.success) throw new Problem('not_found')
  return result.output
}
