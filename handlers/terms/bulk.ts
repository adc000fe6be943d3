import { endpoint } from '../../lib/http/endpoint.ts'
import { editMany } from '../../lib/review/edit-many.ts'
import { BulkEdit, BulkReviewResult } from '../../lib/schemas/review.ts'

/** Sets the category or the owner of several terms. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/bulk',
    operationId: 'updateTerms',
    summary: 'Edit several terms',
    description:
      'Sets the category, the owner or both of up to 200 terms; null removes them. Each term has an outcome of its own: `done` (also if nothing had to change), `conflict` (it would be the same as another term), `refused` or `gone`.',
    tag: 'terms',
    access: { role: 'editor', scope: 'write' },
    body: BulkEdit,
    responses: { 200: BulkReviewResult },
  },
  async ({ ctx, actor, body, reply }) =>
    reply(200, { results: await editMany(ctx, actor, body.ids, body.set) }),
)
