import { endpoint } from '../../lib/http/endpoint.ts'
import { testWebhook } from '../../lib/notify/webhooks.ts'
import { ById } from '../../lib/schemas/text.ts'
import { WebhookDelivery } from '../../lib/schemas/webhook.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/admin/webhooks/:id/test',
    operationId: 'testWebhook',
    summary: 'Test a webhook',
    description: 'Sends an event of the type `webhook.test`. The deliveries show what came of it.',
    tag: 'admin',
    access: { role: 'admin', scope: 'write' },
    params: ById,
    responses: { 202: WebhookDelivery },
  },
  async ({ ctx, params, reply }) => reply(202, await testWebhook(ctx, params.id)),
)
