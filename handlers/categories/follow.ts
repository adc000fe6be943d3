import { endpoint } from '../../lib/http/endpoint.ts'
import { followCategory } from '../../lib/notify/follows.ts'
import { CategoryName } from '../../lib/schemas/inbox.ts'

export default endpoint(
  {
    method: 'PUT',
    path: '/api/v1/categories/:name/follow',
    operationId: 'followCategory',
    summary: 'Follow a category',
    description:
      'New terms in the category, and edits, changes of status and deletions of its terms then appear in your inbox.',
    tag: 'inbox',
    access: { role: 'viewer', scope: 'write' },
    params: CategoryName,
    responses: { 204: null },
    problems: [409],
  },
  ({ ctx, actor, params, replyDone }) => replyDone(followCategory(ctx, actor.id, params.name, true)),
)
