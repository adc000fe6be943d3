import { endpoint } from '../../lib/http/endpoint.ts'
import { disputeTerm } from '../../lib/review/disputes.ts'
import { NewDispute } from '../../lib/schemas/dispute.ts'
import { Term } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

/** Disputes a term, which deletes its votes and may change its status. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/dispute',
    operationId: 'disputeTerm',
    summary: 'Report a problem with a term',
    description:
      'Opens a report, which the API calls a dispute: all votes are deleted, `community` and `official` terms return to `pending`, and the owner is notified. While your report is open, another one only adds its reason.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    body: NewDispute,
    responses: { 200: Term },
  },
  async ({ ctx, actor, params, body, reply }) =>
    reply(200, await disputeTerm(ctx, actor, params.id, body.reason ?? null)),
)
