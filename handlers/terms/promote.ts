import { promoteTerm } from '../../lib/glossary/promote.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { Promotion, Term } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

/** Moves a term to the next status without voting. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/promote',
    operationId: 'promoteTerm',
    summary: 'Promote a term to the next status',
    description: 'Only the transition to `official` requires votes.',
    tag: 'terms',
    access: { role: 'editor', scope: 'write' },
    params: ById,
    body: Promotion,
    responses: { 200: Term },
    problems: [409],
  },
  async ({ ctx, actor, params, body, reply }) =>
    reply(200, await promoteTerm(ctx, actor, params.id, body.note ?? null)),
)
