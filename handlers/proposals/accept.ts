import { endpoint } from '../../lib/http/endpoint.ts'
import { etag } from '../../lib/http/etag.ts'
import { acceptProposal } from '../../lib/review/proposals.ts'
import { Acceptance } from '../../lib/schemas/proposal.ts'
import { Term } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/proposals/:id/accept',
    operationId: 'acceptProposal',
    summary: 'Accept a proposal',
    description:
      "For the owner of the term, editors and admins. The change is applied to the current version, in the proposer's name. If fields have changed to something else since, the response is 409 `conflict`; send their final values in `fields`, which takes no others. A value that is neither the current nor the proposed one becomes a second version in your name.",
    tag: 'review',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    body: Acceptance,
    responses: { 200: Term },
    problems: [409],
  },
  async ({ ctx, actor, params, body, reply }) => {
    const term = await acceptProposal(ctx, actor, params.id, () => body.fields)
    return reply(200, term, { etag: etag(term.version) })
  },
)
