import * as v from 'valibot'
import { ReviewQuery } from '../../../lib/schemas/review.ts'
import { page } from '../../../lib/web/page.tsx'
import { readQueue } from './read-queue.ts'
import { Review } from './review-view.tsx'

const { kind, category, offset } = ReviewQuery.entries

export default page(
  { path: '/review', summary: 'Review queue', query: v.object({ kind, category, offset }) },
  async ({ ctx, actor, query, sendPageOrPart }) => {
    const queue = await readQueue(ctx, actor, query, query.offset)
    return sendPageOrPart('Review', <Review {...query} queue={queue} reader={actor} />)
  },
)
