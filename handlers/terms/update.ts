import { reviseTerm } from '../../lib/glossary/revise.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { etag, ifMatchVersions } from '../../lib/http/etag.ts'
import { ById } from '../../lib/schemas/page.ts'
import { Term, TermEdit } from '../../lib/schemas/term.ts'

/** Edits a term, if nobody else has meanwhile. */
export default endpoint(
  {
    method: 'PUT',
    path: '/api/v1/terms/:id',
    summary: 'Edit a term',
    description:
      'Fields that are absent stay; `null` clears `full_name` and `category`. `version` is the one the edit was made from; `If-Match` is obeyed as well. An edit that changes nothing keeps the version.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    body: TermEdit,
    answers: { 200: Term },
    problems: [409, 412],
  },
  async ({ ctx, actor, params, body, request, reply }) => {
    const ifMatch = ifMatchVersions(request.headers)
    const term = await reviseTerm(ctx, actor, params.id, body, ifMatch)
    return reply(200, term, { etag: etag(term.version) })
  },
)
