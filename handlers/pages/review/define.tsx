import { page } from '../../../lib/pages/page.tsx'
import { Announcement } from '../../../lib/pages/parts/announcement.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'
import { DecidedItem, describe } from '../../../lib/pages/review/decided.tsx'
import type { Decided } from '../../../lib/pages/review/deciding.ts'
import { DefinitionForm } from '../../../lib/pages/review/define.tsx'
import { elementId, Item } from '../../../lib/pages/review/item.tsx'
import { ItemKey } from '../../../lib/pages/review/item-key.ts'
import { readQueue } from '../../../lib/pages/review/read-queue.ts'
import { Review } from '../../../lib/pages/review/review.tsx'
import { Problem } from '../../../lib/problem.ts'
import { listReview } from '../../../lib/review/queue.ts'
import { saveEdit } from '../../../lib/review/save-edit.ts'
import { parse } from '../../../lib/schemas/fields.ts'

/** Publishes a suggestion with the definition that an editor has written. */
export default page(
  {
    path: '/review/define',
    summary: 'Define a suggestion',
    role: 'editor',
    form: DefinitionForm,
  },
  async ({ ctx, actor, form, isPartial, sendPart, sendPageOrPart }) => {
    const item = parse(ItemKey, form.typed.get('item'))
    const { kind, ids, name } = item
    const [id = ''] = ids
    const { result, problem } = await attempt(async () => {
      const { version, definition, full_name = null, category = null } = form.read()
      const edit = { version, definition, full_name, category }
      return saveEdit(ctx, actor, id, edit).then(() => 'done' as const, goneIfNotFound)
    })
    const outcome = result ?? 'done'
    const detail = outcome === 'gone' ? 'Someone has removed this suggestion.' : null
    const decided: Decided = { kind, ids, name, outcome, detail }
    if (isPartial && !problem) {
      return sendPart(
        <>
          <DecidedItem decided={decided} action="accept" />
          <Announcement text={describe(decided, 'accept')} />
        </>,
      )
    }
    const refused = problem && { problem, values: form.typed }
    if (isPartial) {
      const range = { limit: 1, offset: 0 }
      const { items } = await listReview(ctx, actor, { kind, term_id: id }, range)
      const [again] = items
      if (again) {
        const props = { item: again, reader: actor, elementId: elementId(kind, ids), refused }
        return sendPart(<Item {...props} />, {}, problem?.status)
      }
    }
    const queue = await readQueue(ctx, actor, {})
    const results = problem ? undefined : { action: 'accept' as const, decided: [decided] }
    const props = { queue, reader: actor, results, refused }
    return sendPageOrPart('Review', <Review {...props} />, problem?.status)
  },
)

function goneIfNotFound(error: unknown) {
  if (error instanceof Problem && error.code === 'not_found') return 'gone' as const
  throw error
}
