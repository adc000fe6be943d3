import { page } from '../../../lib/pages/page.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'
import { DecidedItem } from '../../../lib/pages/review/decided.tsx'
import { UndoForm, undo } from '../../../lib/pages/review/deciding.ts'
import { elementId, Item } from '../../../lib/pages/review/item.tsx'
import { writeKey } from '../../../lib/pages/review/item-key.ts'
import { listReview } from '../../../lib/review/queue.ts'

/** Undoes a decision about an item of the review queue, and shows the item again. */
export default page(
  { path: '/review/undo', summary: 'Undo a decision', form: UndoForm },
  async ({ ctx, actor, form, isPartial, sendPart, redirect }) => {
    const { action, item } = form.read()
    const { problem } = await attempt(() => undo(ctx, actor, action, item))
    const { kind, ids, name } = item
    if (problem && !isPartial) throw problem
    if (problem) {
      const decided = { kind, ids, name, outcome: 'conflict', detail: problem.message } as const
      return sendPart(<DecidedItem decided={decided} action={action} />, {}, problem.status)
    }
    if (!isPartial) return redirect('/review?done=undone')
    const [term_id, other_id] = ids
    const selection = { kind, term_id, other_id: kind === 'duplicate' ? other_id : undefined }
    const { items } = await listReview(ctx, actor, selection, { limit: 50, offset: 0 })
    const key = [kind, ...ids, ''].join('.')
    const restored = items.find((each) => writeKey(each).startsWith(key)) ?? items[0]
    if (!restored) return redirect('/review')
    return sendPart(<Item item={restored} reader={actor} elementId={elementId(kind, ids)} />)
  },
)
