import { claimTerm } from '../../lib/glossary/ownership.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { Term } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/claim',
    operationId: 'claimTerm',
    summary: 'Take ownership of a term',
    description: 'Anyone can claim a term that has no owner. Editors and admins can claim any term.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    responses: { 200: Term },
  },
  async ({ ctx, actor, params, reply }) => reply(200, await claimTerm(ctx, actor, params.id)),
)
