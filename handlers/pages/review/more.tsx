import * as v from 'valibot'
import { ReviewQuery } from '../../../lib/schemas/review.ts'
import { page } from '../../../lib/web/page.tsx'
import { readQueue } from './read-queue.ts'
import { MoreItems } from './review-view.tsx'

const { kind, category, offset } = ReviewQuery.entries

/** The items of the review queue after those that a page has, which it puts at the end of its list. */
export default page(
  { path: '/review/more', summary: 'More of the review queue', query: v.object({ kind, category, offset }) },
  async ({ ctx, actor, query, isPartial, sendPart, redirect }) => {
    if (!isPartial) return redirect('/review')
    const queue = await readQueue(ctx, actor, query, query.offset)
    return sendPart(<MoreItems {...query} queue={queue} reader={actor} />)
  },
)
