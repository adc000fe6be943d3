import type { Context } from '../../../lib/context.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { listCategories } from '../../../lib/lookup/browse.ts'
import { listReview, type ReviewCounts, type Selection } from '../../../lib/review/queue.ts'
import type { ReviewItem } from '../../../lib/schemas/review.ts'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { type ItemKey, keyOf } from './read-item-key.ts'

/** Reads the page of the queue that starts at an offset, the number of items of each kind, and the existing categories. */
export async function readQueue(
  ctx: Pick<Context, 'db' | 'settings'>,
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

/** Finds the item with a key, if it still waits for a decision or does so again. */
export async function findItem(
  ctx: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  { kind, ids }: ItemKey,
): Promise<ReviewItem | undefined> {
  const [term_id, other_id] = ids
  const selection = { kind, term_id, other_id: kind === 'duplicate' ? other_id : undefined }
  const { items } = await listReview(ctx, actor, selection, { limit: 50, offset: 0 })
  // A term that has more or fewer disputes than before has another key now.
  return items.find((each) => keyOf(each).ids.join() === ids.join()) ?? items[0]
}
