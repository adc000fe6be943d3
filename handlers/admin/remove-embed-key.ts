import { endpoint } from '../../lib/http/endpoint.ts'
import { endCredential } from '../../lib/identity/end-credential.ts'
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
  ({ ctx, actor, params, replyDone }) => replyDone(endCredential(ctx, actor, 'embed_key', params.id)),
)
