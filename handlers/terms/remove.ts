import { removeTerm } from '../../lib/glossary/remove.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ifMatchVersions } from '../../lib/http/etag.ts'
import { ById } from '../../lib/schemas/page.ts'

/** Deletes a term with its votes. */
export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/terms/:id',
    summary: 'Delete a term',
    description: 'Its history and the audit keep what it said. `If-Match` is obeyed.',
    tag: 'terms',
    access: { role: 'editor', scope: 'write' },
    params: ById,
    answers: { 204: null },
    problems: [412],
  },
  async ({ ctx, actor, params, request, reply }) => {
    await removeTerm(ctx, actor, params.id, ifMatchVersions(request.headers))
    return reply(204, null)
  },
)
