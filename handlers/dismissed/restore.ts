import { endpoint } from '../../lib/http/endpoint.ts'
import { restoreSuggestion } from '../../lib/review/dismissed.ts'
import { Term } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/dismissed/:id/restore',
    operationId: 'restoreDismissedTerm',
    summary: 'Restore a dismissed suggestion',
    description: 'Returns the term, which is suggested again and has the ID it had before.',
    tag: 'review',
    access: { role: 'editor', scope: 'write' },
    params: ById,
    responses: { 200: Term },
    problems: [409],
  },
  async ({ ctx, actor, params, reply }) => reply(200, await restoreSuggestion(ctx, actor, params.id)),
)
