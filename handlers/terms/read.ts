import { readTermAsJson } from '../../lib/glossary/read.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { etag, isFresh } from '../../lib/http/etag.ts'
import { ById } from '../../lib/schemas/page.ts'
import { Term } from '../../lib/schemas/term.ts'

/** Returns a term, or 304 if the client already has this version. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/terms/:id',
    summary: 'Get a term',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    params: ById,
    responses: { 200: Term, 304: null },
  },
  async ({ ctx, params, request, reply }) => {
    const { version, term } = await readTermAsJson(ctx, params.id)
    const headers = { etag: etag(version), 'cache-control': 'private, no-cache' }
    return isFresh(request.headers, etag(version))
      ? reply(304, null, headers)
      : reply(200, term, headers)
  },
)
