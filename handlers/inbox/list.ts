import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listInbox } from '../../lib/notify/inbox.ts'
import { InboxEntry, InboxQuery } from '../../lib/schemas/inbox.ts'

/** Lists the caller's inbox, newest first. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/inbox',
    operationId: 'listInbox',
    summary: 'List your inbox',
    description:
      'What concerns you: your terms, proposals and reports, and what you follow. You are not notified of your own actions. Entries are kept for 180 days.',
    tag: 'inbox',
    access: { role: 'viewer', scope: 'read' },
    query: InboxQuery,
    responses: { 200: v.array(InboxEntry) },
  },
  async ({ ctx, actor, query, replyList }) => replyList(await listInbox(ctx, actor.id, query.unread ?? false, query)),
)
