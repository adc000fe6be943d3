import { endpoint } from '../../lib/http/endpoint.ts'
import { decideAll } from '../../lib/review/decide.ts'
import { BulkReview, BulkReviewResult } from '../../lib/schemas/review.ts'

/** Decides about up to 200 items of the review queue. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/review/bulk',
    operationId: 'decideReviewItems',
    summary: 'Decide about several items',
    description:
      '`accept` is for suggested terms and proposals, `decline` for proposals, `dismiss` for suggested terms, reports and duplicates that are two meanings, `uphold` for reports, `confirm` for stale terms, `claim` for terms without an owner, and `add`, `add_misspelling`, `add_discouraged` and `refuse` for names that people use for a term. `note` says why proposals and reports are declined. Each item has an outcome of its own: `done`, `conflict` (it has changed), `refused` (not allowed, or not possible for it) or `gone` (nobody can decide about it any more).',
    tag: 'review',
    access: { role: 'viewer', scope: 'write' },
    body: BulkReview,
    responses: { 200: BulkReviewResult },
  },
  async ({ ctx, actor, body, reply }) =>
    reply(200, { results: await decideAll(ctx, actor, body.action, body.items, body.note) }),
)
