import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listProposals } from '../../lib/review/proposals.ts'
import { Proposal, ProposalQuery } from '../../lib/schemas/proposal.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/proposals',
    operationId: 'listProposals',
    summary: 'List proposals',
    description: 'Of all terms or of one, the newest first.',
    tag: 'review',
    access: { role: 'viewer', scope: 'read' },
    query: ProposalQuery,
    responses: { 200: v.array(Proposal) },
  },
  async ({ ctx, query, replyList }) => replyList(await listProposals(ctx, query, query)),
)
