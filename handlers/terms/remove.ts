import { endpoint } from '../../lib/http/endpoint.ts'
import { ifMatchVersions } from '../../lib/http/etag.ts'
import { removeTerm } from '../../lib/review/remove-term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/terms/:id',
    operationId: 'deleteTerm',
    summary: 'Delete a term',
    description:
      'Also deletes its votes. The history and the audit log are kept. Whoever reported a problem or proposed a change is told. Respects `If-Match`.',
    tag: 'terms',
    access: { role: 'editor', scope: 'write' },
    params: ById,
    responses: { 204: null },
    problems: [412],
  },
  ({ ctx, actor, params, request, replyDone }) =>
    replyDone(removeTerm(ctx, actor, params.id, ifMatchVersions(request.headers))),
)
