import type { Context } from '../../../lib/context.ts'
import { isExplained } from '../../../lib/glossary/unexplained.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { Problem } from '../../../lib/problem.ts'
import { saveEdit } from '../../../lib/review/save-edit.ts'
import { parse } from '../../../lib/schemas/fields.ts'
import type { ReviewItem } from '../../../lib/schemas/review.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { Announcement } from '../../../lib/web/parts/part.tsx'
import { DecidedItem, describeDecision } from './decided-view.tsx'
import type { Decided } from './decision-form.ts'
import { DefinitionForm } from './define-form.tsx'
import { Item } from './item-view.tsx'
import { elementId, findItem, ItemKey, readQueue } from './read-queue.ts'
import { Review } from './review-view.tsx'

/** Publishes a suggestion with the definition that an editor has written. */
export default page(
  { path: '/review/define', summary: 'Define a suggestion', role: 'editor', form: DefinitionForm },
  async ({ ctx, actor, form, isPartial, sendPage, sendPart }) => {
    const key = parse(ItemKey, form.typed.get('item'))
    const { result, problem } = await attempt(async () => publish(ctx, actor, key, form.read()))
    const again = problem && (await findItem(ctx, actor, key))
    if (again && (problem.code === 'validation_failed' || !isExplained(again.term))) {
      const refused = { path: '/review/define', problem, values: form.typed }
      const props = { item: again, reader: actor, elementId: elementId(key), refused }
      if (isPartial) return sendPart(<Item {...props} />, {}, problem.status)
      const queue = withFirst(again, await readQueue(ctx, actor, {}))
      return sendPage('Review', <Review {...{ queue, reader: actor, refused }} />, problem.status)
    }
    const unsaved = form.typed.get('definition') ?? ''
    const decided: Decided = problem
      ? { ...key, outcome: 'conflict', detail: problem.message, unsaved }
      : { ...key, ...result }
    if (isPartial) {
      return sendPart(
        <>
          <DecidedItem decided={decided} action="define" />
          <Announcement text={describeDecision(decided, 'define')} />
        </>,
      )
    }
    const queue = await readQueue(ctx, actor, {})
    const results = { action: 'define' as const, decided: [decided] }
    return sendPage('Review', <Review {...{ queue, reader: actor, results }} />)
  },
)

async function publish(
  ctx: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  { ids: [id = ''] }: ItemKey,
  { version, definition, full_name = null, category = null, links }: DefinitionForm,
): Promise<Pick<Decided, 'outcome' | 'detail'>> {
  try {
    await saveEdit(ctx, actor, id, { version, definition, full_name, category, links })
    return { outcome: 'done', detail: null }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    return { outcome: 'gone', detail: 'Someone has removed this suggestion.' }
  }
}

/** The beginning of the queue, with a suggestion that may be on a later page of it as the first item. */
const withFirst = (item: ReviewItem, queue: Awaited<ReturnType<typeof readQueue>>) => ({
  ...queue,
  items: [item, ...queue.items.filter(({ kind, term }) => kind !== item.kind || term.id !== item.term.id)],
})
