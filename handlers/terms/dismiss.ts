import { endpoint } from '../../lib/http/endpoint.ts'
import { dismissSuggestion } from '../../lib/review/dismissed.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/dismiss',
    operationId: 'dismissTerm',
    summary: 'Dismiss a suggested term',
    description:
      'Removes it. Discovery never suggests the name with this full name again. `POST /api/v1/dismissed/{id}/restore` brings it back.',
    tag: 'review',
    access: { role: 'editor', scope: 'write' },
    params: ById,
    responses: { 204: null },
    problems: [409],
  },
  ({ ctx, actor, params, replyDone }) => replyDone(dismissSuggestion(ctx, actor, params.id)),
)
