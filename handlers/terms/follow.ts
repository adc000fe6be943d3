import { endpoint } from '../../lib/http/endpoint.ts'
import { followTerm } from '../../lib/notify/follows.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'PUT',
    path: '/api/v1/terms/:id/follow',
    operationId: 'followTerm',
    summary: 'Follow a term',
    description: 'Edits, changes of status and the deletion of the term then appear in your inbox.',
    tag: 'inbox',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    responses: { 204: null },
    problems: [409],
  },
  ({ ctx, actor, params, replyDone }) => replyDone(followTerm(ctx, actor.id, params.id, true)),
)
