import type { Context } from '../../context.ts'
import type { Actor } from '../../identity/actor.ts'
import { listCategories } from '../../lookup/browse.ts'
import { listReview, type ReviewCounts, type Selection } from '../../review/queue.ts'
import { readListing } from '../parts/listing.ts'

/** Reads the page of the queue that starts at an offset, the number of items of each kind, and the existing categories. */
export async function readQueue(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  selection: Selection,
  offset = 0,
) {
  let counts: ReviewCounts = {}
  const listing = await readListing(offset, async (range) => {
    const found = await listReview(ctx, actor, selection, range, { countsAll: true })
    counts = found.counts
    return found
  })
  return { ...listing, counts, categories: await listCategories(ctx) }
}
