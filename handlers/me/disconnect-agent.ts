import { endpoint } from '../../lib/http/endpoint.ts'
import { endCredential } from '../../lib/identity/end-credential.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/me/agents/:id',
    operationId: 'disconnectAgent',
    summary: 'Disconnect an agent',
    description:
      'Disconnects one of your agents. Admins can disconnect the agents of all users. Its tokens are rejected from the next request on.',
    tag: 'tokens',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    responses: { 204: null },
  },
  ({ ctx, actor, params, replyDone }) => replyDone(endCredential(ctx, actor, 'agent', params.id)),
)
