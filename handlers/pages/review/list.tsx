import * as v from 'valibot'
import { page } from '../../../lib/pages/page.tsx'
import { readQueue } from '../../../lib/pages/review/read-queue.ts'
import { Review } from '../../../lib/pages/review/review.tsx'
import { ReviewQuery } from '../../../lib/schemas/review.ts'

const { kind, category, offset } = ReviewQuery.entries

/** The review queue. */
export default page(
  { path: '/review', summary: 'Review queue', query: v.object({ kind, category, offset }) },
  async ({ ctx, actor, query, sendPageOrPart }) => {
    const queue = await readQueue(ctx, actor, query, query.offset)
    return sendPageOrPart('Review', <Review {...query} queue={queue} reader={actor} />)
  },
)
