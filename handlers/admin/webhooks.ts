import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listWebhooks } from '../../lib/notify/webhooks.ts'
import { ListRange } from '../../lib/schemas/list.ts'
import { Webhook } from '../../lib/schemas/webhook.ts'

/** Lists the webhooks, newest first. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/admin/webhooks',
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    description: 'Without the secrets that sign their events.',
    tag: 'admin',
    access: { role: 'admin', scope: 'read' },
    query: ListRange,
    responses: { 200: v.array(Webhook) },
  },
  async ({ ctx, query, replyList }) => replyList(await listWebhooks(ctx, query)),
)
