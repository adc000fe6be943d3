import { withdrawVote } from '../../lib/glossary/vote.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { VoteResult } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/terms/:id/vote',
    operationId: 'withdrawVote',
    summary: 'Withdraw a vote',
    description: 'The status does not change. If the caller has not voted, nothing changes.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    responses: { 200: VoteResult },
  },
  async ({ ctx, actor, params, reply }) => reply(200, await withdrawVote(ctx, actor, params.id)),
)
