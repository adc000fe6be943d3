import { endpoint } from '../../lib/http/endpoint.ts'
import { followCategory } from '../../lib/notify/follows.ts'
import { CategoryName } from '../../lib/schemas/inbox.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/categories/:name/follow',
    operationId: 'unfollowCategory',
    summary: 'Stop following a category',
    description: 'If you do not follow the category, nothing happens.',
    tag: 'inbox',
    access: { role: 'viewer', scope: 'write' },
    params: CategoryName,
    responses: { 204: null },
  },
  ({ ctx, actor, params, replyDone }) => replyDone(followCategory(ctx, actor.id, params.name, false)),
)
