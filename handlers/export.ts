import * as v from 'valibot'
import { formatNames, formats } from '../lib/export/formats.ts'
import { respondWithExport } from '../lib/export/respond.ts'
import { chooseLanguages, exportOptions, toSelection } from '../lib/export/selection.ts'
import { endpoint } from '../lib/http/endpoint.ts'
import { listRange } from '../lib/schemas/list.ts'
import { statuses, TermInFile } from '../lib/schemas/term.ts'

const maxLimit = 5000
const range = listRange({ defaultLimit: 500, maxLimit })

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/export',
    operationId: 'exportTerms',
    summary: 'Export terms',
    description:
      'Exports terms, official ones by default, sorted by name, full name, category and ID; `contextive` and `context` are sorted by category first. `phrases` are the names that a speech-to-text model should expect: of official terms first, in each status the most looked up first; none has over 50 characters or is one English word. With `as=json`, they are `[{write, heard}]`, of all terms unless `limit` is given. Without `limit`, `markdown` has the first 500 terms, and the other formats have all. If more terms remain, `X-Truncated` is `true` and `Link` has the URL of the next page. `ETag` changes with the content.',
    tag: 'export',
    access: { role: 'viewer', scope: 'read' },
    query: v.object({
      status: v.optional(v.picklist([...statuses, 'all'], `must be one of ${statuses.join(', ')}, all`)),
      format: v.optional(v.picklist(formatNames, `must be one of ${formatNames.join(', ')}`), 'markdown'),
      ...exportOptions,
      limit: v.optional(range.limit.wrapped),
      offset: range.offset,
      bom: v.optional(v.boolean('must be true or false'), false),
    }),
    responses: { 200: { media: Object.values(formats).map(({ type }) => type), json: v.array(TermInFile) }, 304: null },
  },
  async ({ ctx, actor, query, request, requestState, reply }) => {
    const { format, offset, bom } = query
    const limit = query.limit ?? (format === 'markdown' ? range.limit.default : null)
    const selection = toSelection({ ...query, ...chooseLanguages(ctx, actor, query), limit }, 'suggested')
    const { sender } = requestState
    const answer = await respondWithExport(ctx, sender, selection, request.headers)
    const { body, headers, count, total } = answer
    if (body === null) return reply(304, null, headers)
    const next = offset + count
    if (next === total || count === 0) return reply(200, body, headers)
    const search = new URLSearchParams({
      status: query.status ?? 'official',
      format,
      limit: String(selection.limit),
      offset: String(next),
      ...(query.category !== undefined && { category: query.category }),
      ...(bom && { bom: 'true' }),
      ...(query.lang !== undefined && { lang: query.lang }),
    })
    const link = `</api/v1/export?${search}>; rel="next"`
    return reply(200, body, { ...headers, 'x-truncated': 'true', link })
  },
)
