import { undoDecision } from '../../../lib/review/undo.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { DecidedItem } from './decided-view.tsx'
import { UndoForm, undoAll } from './decision-form.ts'
import { Item } from './item-view.tsx'
import { elementId, findItem, readQueue } from './read-queue.ts'
import { Review } from './review-view.tsx'

/** Undoes a decision about one item of the review queue, and shows the item again, or one about several together. */
export default page(
  { path: '/review/undo', summary: 'Undo a decision', form: UndoForm },
  async ({ ctx, actor, form, isPartial, sendPart, sendPageOrPart, redirect, redirectWindow }) => {
    const { action, item: items, in_place, ...selection } = form.read()
    const [item] = items
    if (!item || items.length > 1 || (isPartial && !in_place)) {
      const decided = await undoAll(ctx, actor, action, items)
      const queue = await readQueue(ctx, actor, selection)
      const results = { action, decided, isUndone: true }
      return sendPageOrPart('Review', <Review {...{ ...selection, queue, reader: actor, results }} />)
    }
    const { problem } = await attempt(() => undoDecision(ctx, actor, action, item))
    if (problem && !isPartial) throw problem
    if (problem) {
      const decided = { ...item, outcome: 'conflict', detail: problem.message } as const
      return sendPart(<DecidedItem decided={decided} action={action} />, {}, problem.status)
    }
    if (!isPartial) return redirect('/review?done=undone')
    const restored = await findItem(ctx, actor, item)
    if (!restored) return redirectWindow('/review')
    const id = elementId(item)
    return sendPart(<Item item={restored} reader={actor} elementId={id} />)
  },
)
