import { endpoint } from '../../lib/http/endpoint.ts'
import { revokeEmbedKey } from '../../lib/identity/embed-keys.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/admin/embed-keys/:id',
    operationId: 'revokeEmbedKey',
    summary: 'Revoke an embed key',
    description: 'The key is rejected from the next request on.',
    tag: 'admin',
    access: { role: 'admin', scope: 'write' },
    params: ById,
    responses: { 204: null },
  },
  ({ ctx, actor, params, replyDone }) => replyDone(revokeEmbedKey(ctx, actor, params.id)),
)
