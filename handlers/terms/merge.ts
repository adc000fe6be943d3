import { endpoint } from '../../lib/http/endpoint.ts'
import { etag, ifMatchVersions } from '../../lib/http/etag.ts'
import { mergeTerms } from '../../lib/review/merge-terms.ts'
import { Merge, Term } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/:id/merge',
    operationId: 'mergeTerm',
    summary: 'Merge a term into another one',
    description:
      'The term `into` remains. It gets the votes of the merged term, and its name, full name and aliases as aliases. `version` and `into_version` are the versions of both terms that you saw. Respects `If-Match` for the merged term. From then on, the URLs of the merged term redirect to the one that remains.',
    tag: 'terms',
    access: { role: 'editor', scope: 'write' },
    params: ById,
    body: Merge,
    responses: { 200: Term },
    problems: [409, 410, 412],
  },
  async ({ ctx, actor, params, body, request, reply }) => {
    const ifMatch = ifMatchVersions(request.headers)
    const term = await mergeTerms(ctx, actor, params.id, body, ifMatch)
    return reply(200, term, { etag: etag(term.version) })
  },
)
