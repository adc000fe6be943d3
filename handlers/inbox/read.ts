import { endpoint } from '../../lib/http/endpoint.ts'
import { markRead } from '../../lib/notify/inbox.ts'
import { ReadRequest, Unread } from '../../lib/schemas/inbox.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/inbox/read',
    operationId: 'markInboxRead',
    summary: 'Mark inbox entries as read',
    description:
      'Takes `ids`, or `all: true`. IDs that are not in your inbox are ignored. Returns the number of entries that are still unread.',
    tag: 'inbox',
    access: { role: 'viewer', scope: 'write' },
    body: ReadRequest,
    responses: { 200: Unread },
  },
  async ({ ctx, actor, body, reply }) => reply(200, { unread: await markRead(ctx, actor.id, body.ids ?? null) }),
)
