import { endpoint } from '../../lib/http/endpoint.ts'
import { withdrawNotice } from '../../lib/lookup/wanted-names.ts'
import { ByName } from '../../lib/schemas/wanted.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/wanted/:name/notify',
    operationId: 'withdrawNotice',
    summary: 'Take back the request to be told when a name has been added',
    description: 'If you have not asked to be told, nothing happens.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ByName,
    responses: { 204: null },
  },
  ({ ctx, actor, params, replyDone }) => replyDone(withdrawNotice(ctx, actor.id, params.name)),
)
