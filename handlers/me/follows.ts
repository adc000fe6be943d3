import { endpoint } from '../../lib/http/endpoint.ts'
import { listFollows } from '../../lib/notify/follows.ts'
import { Follows } from '../../lib/schemas/inbox.ts'
import { ListRange } from '../../lib/schemas/list.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/me/follows',
    operationId: 'listFollows',
    summary: 'List what you follow',
    description:
      'By name. `limit` and `offset` select from the terms, and in the same way from the categories; `X-Total-Count` is the number of both together. The last page has been reached when both lists are shorter than `limit`.',
    tag: 'inbox',
    access: { role: 'viewer', scope: 'read' },
    query: ListRange,
    responses: { 200: Follows },
  },
  async ({ ctx, actor, query, reply }) => {
    const { terms, categories } = await listFollows(ctx, actor.id, query)
    return reply(
      200,
      { terms: terms.items, categories: categories.items },
      { 'x-total-count': String(terms.total + categories.total) },
    )
  },
)
