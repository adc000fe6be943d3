import { page } from '../../../lib/pages/page.tsx'
import { UndoForm, undo } from '../../../lib/pages/review/deciding.ts'
import { elementId, Item } from '../../../lib/pages/review/item.tsx'
import { listReview } from '../../../lib/review/queue.ts'

/** Undoes a decision about an item of the review queue, and shows the item again. */
export default page(
  { path: '/review/undo', summary: 'Undo a decision', form: UndoForm },
  async ({ ctx, actor, form, isPartial, sendPart, redirect }) => {
    const { action, item } = form.read()
    await undo(ctx, actor, action, item)
    if (!isPartial) return redirect('/review?done=undone')
    const { kind, ids } = item
    const found = await listReview(ctx, actor, { kind, term_id: ids[0] }, { limit: 50, offset: 0 })
    const restored = found.items.find(({ other }) => !other || ids.includes(other.id))
    if (!restored) return redirect('/review')
    return sendPart(<Item item={restored} reader={actor} elementId={elementId(kind, ids)} />)
  },
)
