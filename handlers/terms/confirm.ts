import { confirmTerm } from '../../lib/glossary/ownership.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { upholdDisputes } from '../../lib/review/disputes.ts'
import { Confirmation, Term } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/confirm',
    operationId: 'confirmTerm',
    summary: 'Confirm that a term is still correct',
    description:
      'For the owner, editors and admins. Sets `last_confirmed_at` and clears `is_stale`. `resolve_disputes` also upholds all open disputes.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    body: Confirmation,
    responses: { 200: Term },
  },
  async ({ ctx, actor, params, body, reply }) => {
    const confirm = (context: Pick<typeof ctx, 'db'>) => confirmTerm(context, actor, params.id)
    const term = body.resolve_disputes ? await upholdDisputes(ctx, actor, params.id, confirm) : await confirm(ctx)
    return reply(200, term)
  },
)
