import { castVote } from '../../lib/glossary/vote.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { VoteResult } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

/** Casts the caller's vote. A second vote changes nothing. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/vote',
    operationId: 'voteForTerm',
    summary: 'Vote for a term',
    description:
      '`transition` is the change of status that this vote caused, or null. Only the vote of an editor or admin can make a term `official`. A second vote changes nothing.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    responses: { 200: VoteResult },
  },
  async ({ ctx, actor, params, reply }) => reply(200, await castVote(ctx, actor, params.id)),
)
