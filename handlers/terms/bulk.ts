import { endpoint } from '../../lib/http/endpoint.ts'
import { actOnMany, editMany } from '../../lib/review/edit-many.ts'
import { BulkEdit, BulkReviewResult } from '../../lib/schemas/review.ts'

/** Sets something in several terms, or does something with them. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/terms/bulk',
    operationId: 'updateTerms',
    summary: 'Edit several terms',
    description:
      'Sets the category, the owner and the marking in texts of up to 200 terms, where null removes them, or confirms, promotes or deletes them. Each term has an outcome of its own: `done` (also if nothing had to change), `conflict` (it would be the same as another term), `refused` or `gone`.',
    tag: 'terms',
    access: { role: 'editor', scope: 'write' },
    body: BulkEdit,
    responses: { 200: BulkReviewResult },
  },
  async ({ ctx, actor, body: { ids, set, action }, reply }) => {
    const results = action ? await actOnMany(ctx, actor, ids, action) : await editMany(ctx, actor, ids, set ?? {})
    return reply(200, { results })
  },
)
