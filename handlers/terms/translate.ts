import { translate } from '../../lib/glossary/translations.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ByLanguage, Translation, TranslationEdit } from '../../lib/schemas/translation.ts'

export default endpoint(
  {
    method: 'PUT',
    path: '/api/v1/terms/:id/translations/:language',
    operationId: 'translateTerm',
    summary: 'Translate a term',
    description:
      'Whoever may edit the term may translate it into a language of this glossary. `version` is the version that was translated: a translation of an older one whose full name or definition are others now is outdated at once. The version of the term does not change, unless `name` is new: then it becomes an alias.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ByLanguage,
    body: TranslationEdit,
    responses: { 200: Translation, 201: Translation },
    problems: [409, 422],
    isMultilingual: true,
  },
  async ({ ctx, actor, params, body, reply }) => {
    const { translation, isNew } = await translate(ctx, actor, params, body)
    return reply(isNew ? 201 : 200, translation)
  },
)
