import * as v from 'valibot'
import type { Context } from '../lib/context.ts'
import { csv } from '../lib/export/csv.ts'
import { type DocumentFormat, renderDocument } from '../lib/export/document.ts'
import { markdown } from '../lib/export/markdown.ts'
import { listAfter } from '../lib/glossary/list-after.ts'
import { endpoint } from '../lib/http/endpoint.ts'
import { projection } from '../lib/http/projection.ts'
import { toStream } from '../lib/http/stream.ts'
import type { Actor } from '../lib/identity/actor.ts'
import { listTerms } from '../lib/lookup/list.ts'
import { page } from '../lib/schemas/page.ts'
import { type Status, statuses, Term } from '../lib/schemas/term.ts'

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

/** Longer exports are streamed, in pages that are rendered quickly. */
const maxUnstreamed = 500
const pageSize = 100

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
    const range = { limit: limit > maxUnstreamed ? pageSize : limit, offset }
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
    const document = renderDocument(formats[format], allPages(ctx, actor, items, status, count))
    return reply(200, count > items.length ? toStream(document) : await toText(document), headers)
  },
)

/** The first page and those that follow it. Each is read when the client is ready for it, in the person's turn. */
async function* allPages(
  ctx: Context,
  { id }: Actor,
  first: Term[],
  status: Status | undefined,
  count: number,
) {
  let page = first
  let left = count
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield page
    left -= page.length
    const [after, limit] = [last, Math.min(left, pageSize)]
    page = limit > 0 ? await ctx.limits.wait(id, () => listAfter(ctx, after, status, limit)) : []
  }
}

async function toText(parts: AsyncIterable<string>) {
  let text = ''
  for await (const part of parts) text += part
  return text
}
