import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listDismissed } from '../../lib/review/dismissed.ts'
import { ListRange } from '../../lib/schemas/list.ts'
import { Dismissed } from '../../lib/schemas/review.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/dismissed',
    operationId: 'listDismissedTerms',
    summary: 'List dismissed suggestions',
    description: 'Suggestions that editors have removed, the newest first.',
    tag: 'review',
    access: { role: 'editor', scope: 'read' },
    query: ListRange,
    responses: { 200: v.array(Dismissed) },
  },
  async ({ ctx, query, replyList }) => replyList(await listDismissed(ctx, query)),
)
