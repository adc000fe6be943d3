import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listMessages } from '../../lib/notify/messages.ts'
import { OutboxMessage, OutboxQuery } from '../../lib/schemas/admin.ts'

/** Lists notifications, newest first. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/admin/messages',
    operationId: 'listMessages',
    summary: 'List notifications and their delivery',
    description: '`error` is the reason why the last attempt failed.',
    tag: 'admin',
    access: { role: 'admin', scope: 'read' },
    query: OutboxQuery,
    responses: { 200: v.array(OutboxMessage) },
  },
  async ({ ctx, query, replyList }) => replyList(await listMessages(ctx, query.state, query)),
)
