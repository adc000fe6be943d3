import { endpoint } from '../../lib/http/endpoint.ts'
import { createWebhook } from '../../lib/notify/webhooks.ts'
import { NewWebhook, WebhookRequest } from '../../lib/schemas/webhook.ts'

/** Creates a webhook and returns its secret, which happens only once. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/admin/webhooks',
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'Events are posted to `url` as `{type, timestamp, data}`, signed as Standard Webhooks defines. Anything but a 2xx response within 15 seconds is retried for 24 hours; the events of a term arrive in order. An event may arrive more than once, always with the same `webhook-id`. `secret`, which verifies the signatures, is returned only here.',
    tag: 'admin',
    access: { role: 'admin', scope: 'write' },
    body: WebhookRequest,
    responses: { 201: NewWebhook },
    problems: [422],
  },
  async ({ ctx, actor, body, reply }) => {
    const created = await createWebhook(ctx, actor, body)
    return reply(201, created, { location: `/api/v1/admin/webhooks/${created.id}/deliveries` })
  },
)
