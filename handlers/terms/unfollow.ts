import { endpoint } from '../../lib/http/endpoint.ts'
import { followTerm } from '../../lib/notify/follows.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/terms/:id/follow',
    operationId: 'unfollowTerm',
    summary: 'Stop following a term',
    description: 'If you do not follow the term, nothing happens.',
    tag: 'inbox',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    responses: { 204: null },
  },
  ({ ctx, actor, params, replyDone }) => replyDone(followTerm(ctx, actor.id, params.id, false)),
)
