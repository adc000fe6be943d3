import * as v from 'valibot'
import { listHistory } from '../../lib/glossary/history.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ListRange } from '../../lib/schemas/list.ts'
import { HistoryEntry } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/terms/:id/history',
    operationId: 'listTermHistory',
    summary: 'List the history of a term',
    description: 'Every version of the term with its changes, the newest first.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    params: ById,
    query: ListRange,
    responses: { 200: v.array(HistoryEntry) },
  },
  async ({ ctx, params, query, replyList }) => replyList(await listHistory(ctx, params.id, query)),
)
