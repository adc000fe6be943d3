import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listDisputes } from '../../lib/review/disputes.ts'
import { Dispute } from '../../lib/schemas/dispute.ts'
import { ListRange } from '../../lib/schemas/list.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/terms/:id/disputes',
    operationId: 'listTermDisputes',
    summary: 'List the reported problems of a term',
    description: 'Open and resolved reports, the newest first.',
    tag: 'review',
    access: { role: 'viewer', scope: 'read' },
    params: ById,
    query: ListRange,
    responses: { 200: v.array(Dispute) },
  },
  async ({ ctx, params, query, replyList }) => replyList(await listDisputes(ctx, params.id, query)),
)
