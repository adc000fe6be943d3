import { endpoint } from '../../lib/http/endpoint.ts'
import { removeWanted } from '../../lib/lookup/wanted-names.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/wanted/:id',
    operationId: 'removeWantedName',
    summary: 'Remove a wanted name',
    description: 'It is counted anew if people look it up again.',
    tag: 'terms',
    access: { role: 'editor', scope: 'write' },
    params: ById,
    responses: { 204: null },
  },
  ({ ctx, params, replyDone }) => replyDone(removeWanted(ctx, params.id)),
)
