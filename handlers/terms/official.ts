import { makeOfficial } from '../../lib/glossary/promote.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { Term } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/official',
    operationId: 'makeTermOfficial',
    summary: 'Make a term official',
    description: 'The term must be `community` and have at least as many votes as SERVICE_OFFICIAL_THRESHOLD.',
    tag: 'terms',
    access: { role: 'editor', scope: 'write' },
    params: ById,
    responses: { 200: Term },
    problems: [409],
  },
  async ({ ctx, actor, params, reply }) => reply(200, await makeOfficial(ctx, actor, params.id)),
)
