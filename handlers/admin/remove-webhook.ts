import { endpoint } from '../../lib/http/endpoint.ts'
import { endCredential } from '../../lib/identity/end-credential.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/admin/webhooks/:id',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Events that have not been delivered yet are deleted with it.',
    tag: 'admin',
    access: { role: 'admin', scope: 'write' },
    params: ById,
    responses: { 204: null },
  },
  ({ ctx, actor, params, replyDone }) => replyDone(endCredential(ctx, actor, 'webhook', params.id)),
)
