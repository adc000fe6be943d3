import { endpoint } from '../../lib/http/endpoint.ts'
import { showWanted } from '../../lib/lookup/wanted-names.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/wanted/:id/show',
    operationId: 'showWantedName',
    summary: 'Show a wanted name to everyone',
    description:
      'Names that are not written like an acronym are listed to editors only, until one of them shows them to everyone.',
    tag: 'terms',
    access: { role: 'editor', scope: 'write' },
    params: ById,
    responses: { 204: null },
  },
  ({ ctx, params, replyDone }) => replyDone(showWanted(ctx, params.id)),
)
