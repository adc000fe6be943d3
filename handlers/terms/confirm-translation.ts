import { confirmTranslation } from '../../lib/glossary/translations.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ByLanguage, Translation } from '../../lib/schemas/translation.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/translations/:language/current',
    operationId: 'confirmTranslation',
    summary: 'Confirm a translation',
    description: 'Says that the translation is right for the current version of the term.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ByLanguage,
    responses: { 200: Translation },
    problems: [422],
    isMultilingual: true,
  },
  async ({ ctx, actor, params, reply }) => reply(200, await confirmTranslation(ctx, actor, params)),
)
