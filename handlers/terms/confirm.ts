import { confirmTerm } from '../../lib/glossary/confirm.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ById } from '../../lib/schemas/page.ts'
import { Term } from '../../lib/schemas/term.ts'

/** Confirms that a term is still correct. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/confirm',
    summary: 'Confirm that a term is still correct',
    description:
      'For the owner, editors and admins. Sets `last_confirmed_at` and clears `is_stale`.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    responses: { 200: Term },
  },
  async ({ ctx, actor, params, reply }) => reply(200, await confirmTerm(ctx, actor, params.id)),
)
