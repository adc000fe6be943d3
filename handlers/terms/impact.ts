import { endpoint } from '../../lib/http/endpoint.ts'
import { readImpact } from '../../lib/review/remove-term.ts'
import { Impact } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/terms/:id/impact',
    operationId: 'getImpact',
    summary: 'Say what a deletion would mean',
    description:
      'What would be missing without the term: definitions that name it, people who follow it, names that nobody would find any more. It is computed when it is asked for.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    params: ById,
    responses: { 200: Impact },
  },
  async ({ ctx, params, reply }) => reply(200, await readImpact(ctx, params.id)),
)
