import { endpoint } from '../../lib/http/endpoint.ts'
import { endCredential } from '../../lib/identity/end-credential.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/tokens/:id',
    operationId: 'revokeToken',
    summary: 'Revoke an API token',
    description:
      'Revokes one of your tokens. Admins can revoke the tokens of all users. The token is rejected from the next request on.',
    tag: 'tokens',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    responses: { 204: null },
  },
  ({ ctx, actor, params, replyDone }) => replyDone(endCredential(ctx, actor, 'token', params.id)),
)
