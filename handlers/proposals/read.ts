import { endpoint } from '../../lib/http/endpoint.ts'
import { readProposal } from '../../lib/review/proposals.ts'
import { Proposal } from '../../lib/schemas/proposal.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/proposals/:id',
    operationId: 'getProposal',
    summary: 'Get a proposal',
    description: 'With the change, field by field, and the decision.',
    tag: 'review',
    access: { role: 'viewer', scope: 'read' },
    params: ById,
    responses: { 200: Proposal },
  },
  async ({ ctx, params, reply }) => reply(200, await readProposal(ctx, params.id)),
)
