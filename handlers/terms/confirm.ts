import { confirmTerm } from '../../lib/glossary/ownership.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { Confirmation, Term } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/confirm',
    operationId: 'confirmTerm',
    summary: 'Confirm that a term is still correct',
    description:
      'For the owner, editors and admins. Sets `last_confirmed_at` and clears `is_stale`. What is known to be wrong (`needs_correction`) is corrected instead (409), and whether an open report is right is decided where it is resolved: `resolve_disputes` is refused (422).',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    body: Confirmation,
    responses: { 200: Term },
    problems: [409],
  },
  async ({ ctx, actor, params, reply }) => reply(200, await confirmTerm(ctx, actor, params.id)),
)
