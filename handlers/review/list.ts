import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listReview } from '../../lib/review/queue.ts'
import { ReviewItem, ReviewQuery } from '../../lib/schemas/review.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/review',
    operationId: 'listReviewItems',
    summary: 'List what waits for a decision',
    description:
      'The oldest first. Editors get everything, except terms with an owner that have been stale for less than 28 days; others get what concerns their own terms. Duplicates are grouped by name: an item has two meanings of a name that may be one.',
    tag: 'review',
    access: { role: 'viewer', scope: 'read' },
    query: ReviewQuery,
    responses: { 200: v.array(ReviewItem) },
  },
  async ({ ctx, actor, query, replyList }) => replyList(await listReview(ctx, actor, query, query)),
)
