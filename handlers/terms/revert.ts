import { revertTerm } from '../../lib/glossary/revise.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { etag, ifMatchVersions } from '../../lib/http/etag.ts'
import { Revert, Term } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/revert',
    operationId: 'revertTerm',
    summary: 'Revert a term to an earlier version',
    description:
      'The fields of `to_version` become a new version. `version` is the current version that you saw. Respects `If-Match`. Whoever may edit the term may revert it.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'write' },
    params: ById,
    body: Revert,
    responses: { 200: Term },
    problems: [409, 412],
  },
  async ({ ctx, actor, params, body, request, reply }) => {
    const ifMatch = ifMatchVersions(request.headers)
    const term = await revertTerm(ctx, actor, params.id, body, ifMatch)
    return reply(200, term, { etag: etag(term.version) })
  },
)
