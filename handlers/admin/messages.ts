import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listMessages } from '../../lib/notify/messages.ts'
import { OutboxMessage, OutboxQuery } from '../../lib/schemas/admin.ts'

/** Lists the messages to people, newest first: what waits, what arrived and what was given up, and why. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/admin/messages',
    summary: 'List notifications and what became of them',
    tag: 'admin',
    access: { role: 'admin', scope: 'read' },
    query: OutboxQuery,
    answers: { 200: v.array(OutboxMessage) },
  },
  async ({ ctx, query, reply }) => {
    const { items, total } = await listMessages(ctx, query.state, query)
    return reply(200, items, { 'x-total-count': String(total) })
  },
)
