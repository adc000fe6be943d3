import { endpoint } from '../../lib/http/endpoint.ts'
import { declineProposal } from '../../lib/review/proposals.ts'
import { Proposal, Refusal } from '../../lib/schemas/proposal.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/proposals/:id/decline',
    operationId: 'declineProposal',
    summary: 'Decline a proposal',
    description: 'For the owner of the term, editors and admins.',
    tag: 'review',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    body: Refusal,
    responses: { 200: Proposal },
    problems: [409],
  },
  async ({ ctx, actor, params, body, reply }) =>
    reply(200, await declineProposal(ctx, actor, params.id, body.note ?? null)),
)
