import * as v from 'valibot'
import { ReviewQuery } from '../../../lib/schemas/review.ts'
import { ignoredIn, lenient } from '../../../lib/web/lenient-query.tsx'
import { page } from '../../../lib/web/page.tsx'
import { readQueue } from './read-queue.ts'
import { Review } from './review-view.tsx'

const { kind, category, offset } = ReviewQuery.entries
const filters = lenient({ kind, category })

export default page(
  { path: '/review', summary: 'Review queue', query: v.object({ ...filters, offset }) },
  async ({ ctx, actor, query, request, sendPageOrPart }) => {
    const ignored = ignoredIn(request.url, Object.keys(filters), query)
    const queue = await readQueue(ctx, actor, query, query.offset)
    return sendPageOrPart('Review', <Review {...query} {...{ queue, reader: actor, ignored }} />)
  },
)
