import * as v from 'valibot'
import { toCsv } from '../lib/export/csv.ts'
import { toMarkdown } from '../lib/export/markdown.ts'
import { listTerms } from '../lib/glossary/list.ts'
import { endpoint } from '../lib/http/endpoint.ts'
import { projection } from '../lib/http/projection.ts'
import { page } from '../lib/schemas/page.ts'
import { statuses, Term } from '../lib/schemas/term.ts'

const Terms = v.array(Term)
const project = projection(Terms)

const formats = {
  markdown: { type: 'text/markdown; charset=utf-8', render: toMarkdown },
  json: {
    type: 'application/json; charset=utf-8',
    render: (terms: Term[]) => JSON.stringify(project(terms)),
  },
  csv: { type: 'text/csv; charset=utf-8', render: toCsv },
}

/** Exports terms as one document. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/export',
    summary: 'Export terms',
    description:
      'Exports terms as Markdown, JSON or CSV, sorted by name. If more terms remain, `X-Truncated` is `true` and `Link` has the URL of the next page.',
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
  async ({ ctx, query, reply }) => {
    const { status, format, limit, offset } = query
    const filter = status === 'all' ? {} : { status }
    const { items, total } = await listTerms(ctx, filter, { limit, offset })
    const { type, render } = formats[format]
    const next = offset + items.length
    const headers: Record<string, string> = { 'content-type': type, 'x-total-count': String(total) }
    if (next < total && items.length > 0) {
      const search = new URLSearchParams({ status, format, limit: `${limit}`, offset: `${next}` })
      headers['x-truncated'] = 'true'
      headers.link = `</api/v1/export?${search}>; rel="next"`
    }
    return reply(200, await render(items), headers)
  },
)
