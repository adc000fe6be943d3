import * as v from 'valibot'
import { listTranslations } from '../../lib/glossary/translations.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ById } from '../../lib/schemas/text.ts'
import { Translation } from '../../lib/schemas/translation.ts'

/** Returns what a term says in the other languages of the glossary. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/terms/:id/translations',
    operationId: 'listTranslations',
    summary: 'List the translations of a term',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    params: ById,
    responses: { 200: v.array(Translation) },
    isMultilingual: true,
  },
  async ({ ctx, params, reply }) => reply(200, await listTranslations(ctx, params.id)),
)
