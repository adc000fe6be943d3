import { hasWebPort, PrivateAddressError, resolveHost } from '../addresses.ts'
import type { Context, Db } from '../context.ts'
import type { Slice } from '../db/slice.ts'
import type { Actor } from '../identity/actor.ts'
import { invalid, Problem } from '../problem.ts'
import type { ListRange } from '../schemas/list.ts'
import type { NewWebhook, Webhook, WebhookDelivery, WebhookRequest } from '../schemas/webhook.ts'
import { createSecret, encryptSecret } from './webhook-secrets.ts'

type Needs = Pick<Context, 'db' | 'settings'>

/**
 * Creates a webhook (contract, section 16). A host that cannot be found now is accepted, because deliveries check it
 * again.
 *
 * @returns the webhook with its secret, which cannot be read again
 * @throws Problem `validation_failed` or `private_address`; `inactive_user` if the caller has just been deactivated
 */
export async function createWebhook(
  { db, settings }: Needs,
  actor: Actor,
  { url, events }: WebhookRequest,
): Promise<NewWebhook> {
  await checkUrl(new URL(url), settings)
  const secret = createSecret()
  const created = await db.one<Webhook>('notify/create-webhook', {
    url,
    events,
    actor_id: actor.id,
    encrypted_secret: encryptSecret(settings.secretKey, secret),
  })
  if (!created) throw new Problem('inactive_user')
  return { ...created, secret }
}

async function checkUrl(url: URL, { privateAddresses: allowPrivate }: Needs['settings']) {
  try {
    await resolveHost(url, { allowPrivate })
  } catch (error) {
    if (error instanceof PrivateAddressError) throw new Problem('private_address')
  }
  if (!allowPrivate && url.protocol !== 'https:') throw invalidUrl('must begin with https://')
  if (!hasWebPort(url)) throw invalidUrl('must have the port 443, 8443 or one above 1023')
}

const invalidUrl = (message: string) => invalid('url', message)

/** Lists the webhooks, newest first. */
export const listWebhooks = ({ db }: Db, range: ListRange) => db.slice<Webhook>('notify/list-webhooks', range)

/**
 * Finds a webhook.
 *
 * @throws Problem `not_found`
 */
export async function readWebhook({ db }: Db, id: string): Promise<Webhook> {
  return required(await db.one<Webhook>('notify/find-webhook', { id }))
}

/** A delivery, with the name of its term at the time. */
export type ListedDelivery = WebhookDelivery & { term_name: string | null }

type DeliveryRow = ListedDelivery & { total: number }

/**
 * Lists the deliveries of a webhook in the last month, newest first.
 *
 * @throws Problem `not_found`
 */
export async function listDeliveries({ db }: Db, id: string, range: ListRange): Promise<Slice<ListedDelivery>> {
  await readWebhook({ db }, id)
  return db.slice<ListedDelivery>('notify/list-deliveries', { id, delivery_id: null, ...range })
}

/**
 * Sends the event `webhook.test` to a webhook soon.
 *
 * @returns the delivery, which waits
 * @throws Problem `not_found`
 */
export async function testWebhook({ db }: Db, id: string): Promise<WebhookDelivery> {
  const stored = required(await db.one<{ id: string }>('notify/test-webhook', { id }))
  const params = { id, delivery_id: stored.id, limit: 1, offset: 0 }
  return required(await db.one<DeliveryRow>('notify/list-deliveries', params))
}

function required<Row>(row: Row | undefined): Row {
  if (row) return row
  throw new Problem('not_found', { detail: 'There is no webhook with this ID.' })
}
