import { endpoint } from '../../lib/http/endpoint.ts'
import { propose } from '../../lib/review/proposals.ts'
import { Proposal } from '../../lib/schemas/proposal.ts'
import { TermEdit } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/proposals',
    operationId: 'createProposal',
    summary: 'Propose a change to a term',
    description:
      'The body is that of an update; `version` is the version that you saw. The term itself does not change. You have one open proposal per term: a new one replaces it.',
    tag: 'review',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    body: TermEdit,
    responses: { 201: Proposal },
    problems: [409],
  },
  async ({ ctx, actor, params, body, reply }) => {
    const proposal = await propose(ctx, actor, params.id, body)
    return reply(201, proposal, { location: `/api/v1/proposals/${proposal.id}` })
  },
)
