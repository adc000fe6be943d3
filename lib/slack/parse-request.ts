import { hash } from 'node:crypto'
import * as v from 'valibot'
import { Problem } from '../problem.ts'

/** Something that Slack wants us to deal with. Slack may deliver it again: then under the same id. */
export type Delivery =
  | { id: string; kind: 'event'; payload: EventPayload }
  | { id: string; kind: 'command'; payload: CommandPayload }
  | { id: string; kind: 'interaction'; payload: InteractionPayload }

/** What a signed request holds: Slack's check that the address is ours, or a delivery. */
export type ParsedRequest = { challenge: string } | Delivery

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(150))

/** A question to the bot; its own messages come as events, too, and are not even stored. */
const EventPayload = v.object({
  event: v.pipe(
    v.object({
      type: v.picklist(['app_mention', 'message']),
      subtype: v.optional(v.string()),
      bot_id: v.optional(v.string()),
      user: id,
      text: v.nullish(v.string(), ''),
      channel: id,
      channel_type: v.optional(v.string()),
      thread_ts: v.optional(v.string()),
    }),
    v.check(({ bot_id, subtype }) => !bot_id && !subtype),
    // In a channel the bot is mentioned; in its own conversation everything is for it.
    v.check(({ type, channel_type }) => type === 'app_mention' || channel_type === 'im'),
  ),
})
export type EventPayload = v.InferOutput<typeof EventPayload>

const EventsBody = v.variant('type', [
  v.object({ type: v.literal('url_verification'), challenge: v.string() }),
  v.object({ type: v.literal('event_callback'), event_id: id, ...EventPayload.entries }),
])

const CommandPayload = v.object({
  user_id: id,
  text: v.pipe(v.optional(v.string(), ''), v.transform(storable)),
  response_url: v.optional(v.string()),
})
export type CommandPayload = v.InferOutput<typeof CommandPayload>

const user = v.object({ id })
const InteractionPayload = v.variant('type', [
  v.object({
    type: v.literal('block_actions'),
    user,
    actions: v.looseTuple([v.object({ action_id: v.string(), value: v.optional(v.string(), '') })]),
    trigger_id: v.optional(v.string(), ''),
    response_url: v.optional(v.string()),
  }),
  v.object({
    type: v.literal('message_action'),
    user,
    callback_id: v.string(),
    message: v.object({ text: v.nullish(v.string(), '') }),
    response_url: v.optional(v.string()),
  }),
  v.object({
    type: v.literal('view_submission'),
    user,
    view: v.object({ callback_id: v.string(), state: v.object({ values: v.unknown() }) }),
  }),
])
export type InteractionPayload = v.InferOutput<typeof InteractionPayload>

/**
 * Reads the body of a request that Slack has signed.
 *
 * @returns null for what we have no use for
 * @throws Problem `malformed_request` or `not_form`
 */
export function parseRequest(contentType: string, body: string): ParsedRequest | null {
  if (contentType.startsWith('application/json')) return readEvent(body)
  if (!contentType.startsWith('application/x-www-form-urlencoded')) throw new Problem('not_form')
  const form = new URLSearchParams(body)
  const payload = form.get('payload')
  if (payload !== null) return readInteraction(body, payload)
  return form.has('command') ? readCommand(body, form) : null
}

function readEvent(body: string): ParsedRequest | null {
  const result = v.safeParse(EventsBody, parseJson(body))
  if (!result.success) return null
  const { output } = result
  if (output.type === 'url_verification') return { challenge: output.challenge }
  return { id: output.event_id, kind: 'event', payload: { event: output.event } }
}

function readCommand(body: string, form: URLSearchParams): Delivery | null {
  const result = v.safeParse(CommandPayload, Object.fromEntries(form))
  if (!result.success) return null
  return { id: digest(body), kind: 'command', payload: result.output }
}

function readInteraction(body: string, text: string): Delivery | null {
  const result = v.safeParse(InteractionPayload, parseJson(text))
  if (!result.success) return null
  return { id: digest(body), kind: 'interaction', payload: result.output }
}

/** The body has the trigger_id in it, which Slack uses once: the same body is the same delivery. */
const digest = (body: string) => hash('sha256', body, 'base64url')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? storable(value) : value))
  } catch (cause) {
    throw new Problem('malformed_request', { detail: 'The body is not valid JSON.' }, { cause })
  }
}
