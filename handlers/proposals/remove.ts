import { endpoint } from '../../lib/http/endpoint.ts'
import { withdrawProposal } from '../../lib/review/proposals.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/proposals/:id',
    operationId: 'withdrawProposal',
    summary: 'Withdraw a proposal',
    description: 'Only for the person who made it.',
    tag: 'review',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    responses: { 204: null },
    problems: [409],
  },
  ({ ctx, actor, params, replyDone }) => replyDone(withdrawProposal(ctx, actor, params.id)),
)
