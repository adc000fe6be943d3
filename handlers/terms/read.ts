import { readTermVersion } from '../../lib/glossary/history.ts'
import { readRelated, toRelated, toRelatedJson } from '../../lib/glossary/relations.ts'
import { languageFor, readTranslations, translationIn } from '../../lib/glossary/translations.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { etag, isFresh } from '../../lib/http/etag.ts'
import { contentFields } from '../../lib/schemas/content.ts'
import { ByVersion, TermAtVersion } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

const texts = contentFields.map((field) => `\`${field}\``).join(', ')

/** Returns a term, or 304 if the client already has this version. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/terms/:id',
    operationId: 'getTerm',
    summary: 'Get a term',
    description: `With \`version\`, ${texts} and \`status\` are those of that version. Everything else is as it is now, and \`current_version\` is the number of the current version. If the term has no such version, the response is 404.`,
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    params: ById,
    query: ByVersion,
    responses: { 200: TermAtVersion, 304: null },
  },
  async ({ ctx, actor, params, query, request, reply }) => {
    const row = await readRelated(ctx, params.id)
    const translations = await readTranslations(ctx, params.id)
    const language = languageFor(ctx, actor, query.lang)
    const beside = [
      ...(row.had_relations ? [`relations ${row.relations?.text ?? ''}`] : []),
      ...(translations.length > 0 ? [JSON.stringify(translations)] : []),
    ]
    const tag = etag(row.version, beside, language)
    const headers = { etag: tag, 'cache-control': 'private, no-cache' }
    if (isFresh(request.headers, tag)) return reply(304, null, headers)
    const chosen = language === null ? null : { translation: translationIn(language, translations) }
    if (query.version === undefined) {
      return reply(200, chosen ? { ...toRelated(row), ...chosen } : toRelatedJson(row), headers)
    }
    // The response changes with the current version, whatever version is asked for.
    const term = await readTermVersion(ctx, params.id, query.version)
    return reply(200, { ...term, ...(row.relations?.parse() ?? { relations: [] }), ...chosen }, headers)
  },
)
