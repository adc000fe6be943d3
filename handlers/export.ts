import * as v from 'valibot'
import { csv } from '../lib/export/csv.ts'
import { type DocumentFormat, renderDocument } from '../lib/export/document.ts'
import { markdown } from '../lib/export/markdown.ts'
import { isLong, readPages, readRest } from '../lib/export/pages.ts'
import { endpoint } from '../lib/http/endpoint.ts'
import { projection } from '../lib/http/projection.ts'
import { toStream } from '../lib/http/stream.ts'
import { listTerms } from '../lib/lookup/list.ts'
import { page } from '../lib/schemas/page.ts'
import { statuses, Term } from '../lib/schemas/term.ts'

const Terms = v.array(Term)
const project = projection(Terms)

const json: DocumentFormat = {
  type: 'application/json; charset=utf-8',
  start: '[',
  separator: ',',
  end: ']',
  render: (terms) => JSON.stringify(project([...terms])).slice(1, -1),
}

const formats = { markdown, json, csv }

/** How many terms the first query reads; their length decides how the others are read. */
const firstQueryTerms = 100

/** Exports one page of terms as a document. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/export',
    summary: 'Export terms',
    description:
      'Exports terms as Markdown, JSON or CSV, sorted by name; official terms by default. If more terms remain, `X-Truncated` is `true` and `Link` has the URL of the next page.',
    tag: 'export',
    access: { role: 'viewer', scope: 'read' },
    query: v.object({
      status: v.optional(
        v.picklist([...statuses, 'all'], `must be one of ${statuses.join(', ')}, all`),
        'official',
      ),
      format: v.optional(
        v.picklist(['markdown', 'json', 'csv'], 'must be one of markdown, json, csv'),
        'markdown',
      ),
      ...page({ defaultLimit: 500, maxLimit: 5000 }),
    }),
    responses: { 200: { media: Object.values(formats).map(({ type }) => type), json: Terms } },
  },
  async ({ ctx, actor, query, reply }) => {
    const { format, limit, offset } = query
    const status = query.status === 'all' ? undefined : query.status
    const range = { limit: Math.min(limit, firstQueryTerms), offset }
    const { items, total } = await listTerms(ctx, status ? { status } : {}, range)
    const count = items.length === 0 ? 0 : Math.min(limit, total - offset)
    const { type } = formats[format]
    const next = offset + count
    const headers: Record<string, string> = { 'content-type': type, 'x-total-count': String(total) }
    if (next < total && count > 0) {
      const search = new URLSearchParams({
        ...{ status: query.status, format, limit: `${limit}`, offset: `${next}` },
      })
      headers['x-truncated'] = 'true'
      headers.link = `</api/v1/export?${search}>; rel="next"`
    }
    if (isLong(items, count)) {
      const pages = readPages(ctx, actor.id, items, status, count)
      return reply(200, toStream(renderDocument(formats[format], pages)), headers)
    }
    const terms = await readRest(ctx, items, status, count)
    return reply(200, await toText(renderDocument(formats[format], [terms])), headers)
  },
)

async function toText(parts: AsyncIterable<string>) {
  let text = ''
  for await (const part of parts) text += part
  return text
}
