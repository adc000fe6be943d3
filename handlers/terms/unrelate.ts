import { unrelate } from '../../lib/glossary/relate.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ByRelation } from '../../lib/schemas/term.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/terms/:id/relations/:kind/:other_id',
    operationId: 'unrelateTerms',
    summary: 'End the relation of two terms',
    description: 'If there is no such relation, nothing happens.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ByRelation,
    responses: { 204: null },
  },
  ({ ctx, actor, params, replyDone }) => replyDone(unrelate(ctx, actor, params)),
)
