import { removeTranslation } from '../../lib/glossary/translations.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ByLanguage } from '../../lib/schemas/translation.ts'

export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/terms/:id/translations/:language',
    operationId: 'removeTranslation',
    summary: 'Remove a translation',
    description: 'The aliases of the term stay.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ByLanguage,
    responses: { 204: null },
    problems: [422],
    isMultilingual: true,
  },
  ({ ctx, actor, params, replyDone }) => replyDone(removeTranslation(ctx, actor, params)),
)
