import { disputeTerm } from '../../lib/glossary/dispute.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ById } from '../../lib/schemas/page.ts'
import { Dispute, Term } from '../../lib/schemas/term.ts'

/** Disputes a term, which deletes its votes and may change its status. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/dispute',
    summary: 'Dispute a term',
    description:
      'Deletes all votes and notifies the owner. `community` and `official` terms return to `pending`.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    body: Dispute,
    responses: { 200: Term },
  },
  async ({ ctx, actor, params, body, reply }) =>
    reply(200, await disputeTerm(ctx, actor, params.id, body.reason ?? null)),
)
