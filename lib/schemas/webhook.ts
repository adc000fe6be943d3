import * as v from 'valibot'
import { deliveryState } from './admin.ts'
import { auditActions } from './audit.ts'
import { list } from './list.ts'
import { text, timestamp, uuid } from './text.ts'
import { Person } from './user.ts'

/**
 * The changes that a webhook can be told about: the audit actions of terms, their relations, proposals and disputes.
 */
export const webhookEvents = auditActions.filter((action) => /^(term|relation|proposal|dispute)\./.test(action))

/** The event that an admin sends to a webhook on purpose, whatever events it is told about. */
export const testEvent = 'webhook.test'

const events = [...webhookEvents, testEvent]

export const Webhook = v.object({
  id: uuid,
  url: v.string(),
  events: v.array(v.picklist(events)),
  created_by: Person,
  created_at: timestamp,
  /** when its receiver said that it is gone; null while it is sent events */
  disabled_at: v.nullable(timestamp),
})
export type Webhook = v.InferOutput<typeof Webhook>

/** The response to creating a webhook, the only one that contains its secret. */
export const NewWebhook = v.object({ ...Webhook.entries, secret: v.string() })
export type NewWebhook = v.InferOutput<typeof NewWebhook>

const isWebUrl = (value: string) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !new URL(value).hash

const hasNoCredentials = (value: string) => {
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

const maxUrlLength = 2000

export const WebhookRequest = v.object({
  url: v.pipe(
    text(maxUrlLength),
    v.check(isWebUrl, 'must be a URL like https://example.com/hook, without a fragment'),
    v.check(hasNoCredentials, 'must not contain a user name or password'),
    v.metadata({ jsonSchema: { format: 'uri' } }),
    v.transform((value) => new URL(value).href),
    // What is not ASCII is longer by now.
    v.maxLength(maxUrlLength, `must be at most ${maxUrlLength} characters long, percent-encoded`),
  ),
  events: v.pipe(
    list(v.picklist(events, `must be one of ${events.join(', ')}`), {
      min: 1,
      max: 50,
      message: 'must be a list of events',
    }),
    v.transform((list) => [...new Set(list)]),
  ),
})
export type WebhookRequest = v.InferOutput<typeof WebhookRequest>

export const WebhookDelivery = v.object({
  id: uuid,
  type: v.picklist(events),
  term_id: v.nullable(uuid),
  ...deliveryState,
})
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>
