import { endpoint } from '../../lib/http/endpoint.ts'
import { listFollows } from '../../lib/notify/follows.ts'
import { Follows } from '../../lib/schemas/inbox.ts'

/** Lists the terms and categories that the caller follows. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/me/follows',
    summary: 'List what you follow',
    tag: 'inbox',
    access: { role: 'viewer', scope: 'read' },
    responses: { 200: Follows },
  },
  async ({ ctx, actor, reply }) => reply(200, await listFollows(ctx, actor.id)),
)
