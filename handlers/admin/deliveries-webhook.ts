import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listDeliveries } from '../../lib/notify/webhooks.ts'
import { ListRange } from '../../lib/schemas/list.ts'
import { ById } from '../../lib/schemas/text.ts'
import { WebhookDelivery } from '../../lib/schemas/webhook.ts'

/** Lists the deliveries of a webhook, newest first. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/admin/webhooks/:id/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook',
    description:
      'Deliveries of the last month. `error` is the reason why the last attempt failed; `id` is the `webhook-id` of the request.',
    tag: 'admin',
    access: { role: 'admin', scope: 'read' },
    params: ById,
    query: ListRange,
    responses: { 200: v.array(WebhookDelivery) },
  },
  async ({ ctx, params, query, replyList }) => replyList(await listDeliveries(ctx, params.id, query)),
)
