import { endpoint } from '../../lib/http/endpoint.ts'
import { resolveDispute } from '../../lib/review/disputes.ts'
import { Dispute, DisputeResolution } from '../../lib/schemas/dispute.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/disputes/:id/resolve',
    operationId: 'resolveDispute',
    summary: 'Resolve a report',
    description:
      'The owner and editors can uphold a report, editors can dismiss it, and whoever reported the problem can withdraw it. After the latter two, the votes that it deleted are restored; once no report is open, so is the status, unless the text was edited since. `upheld` can come with the better text and the `version` that it is based on; without it, the term has `needs_correction` until its text changes.',
    tag: 'review',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    body: DisputeResolution,
    responses: { 200: Dispute },
    problems: [409],
  },
  async ({ ctx, actor, params, body, reply }) => reply(200, await resolveDispute(ctx, actor, params.id, body)),
)
