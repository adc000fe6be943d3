import type { Context } from '../../../lib/context.ts'
import { addedOf } from '../../../lib/glossary/relate-all.ts'
import { isExplained } from '../../../lib/glossary/unexplained.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { Problem } from '../../../lib/problem.ts'
import { saveWithRelations } from '../../../lib/review/save-with-relations.ts'
import { aliasListNames } from '../../../lib/schemas/content.ts'
import { parse } from '../../../lib/schemas/fields.ts'
import { readAliases } from '../../../lib/web/list-fields.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { Announcement } from '../../../lib/web/parts/part.tsx'
import { readRelations, readWithLinks, relationsTyped } from '../../../lib/web/read-term-rows.ts'
import { withCandidates } from '../../../lib/web/search-others.ts'
import { DecidedItem, describeDecision } from './decided-view.tsx'
import type { Decided } from './decision-form.ts'
import { DefinitionForm } from './define-form.tsx'
import { Item } from './item-view.tsx'
import { elementId, findItem, ItemKey, readQueue, type ShownItem } from './read-queue.ts'
import { Review } from './review-view.tsx'

/** Publishes a suggestion with the definition that an editor has written. */
export default page(
  { path: '/review/define', summary: 'Define a suggestion', role: 'editor', form: DefinitionForm },
  async ({ ctx, actor, form, isPartial, sendPage, sendPart }) => {
    const key = parse(ItemKey, form.typed.get('item'))
    const { result, problem } = await attempt(async () => publish(ctx, actor, key, form))
    const again = problem && (await findItem(ctx, actor, key))
    if (again && (problem.code === 'validation_failed' || !isExplained(again.term))) {
      const relations = await withCandidates(ctx, again.term.id, relationsTyped(form.typed))
      const refused = { path: '/review/define', problem, values: form.typed, relations }
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
  { ids: [id = ''], name }: ItemKey,
  form: { typed: URLSearchParams; read: () => DefinitionForm },
): Promise<Pick<Decided, 'ids' | 'outcome' | 'detail'>> {
  try {
    const fields = readWithLinks(form)
    const { version, definition, full_name = null, category = null, in_texts, links } = fields
    const hasLinks = form.typed.has('link_url') || form.typed.has('links')
    const hasNames = aliasListNames.some((list) => form.typed.has(list))
    const edit = {
      ...{ version, definition, full_name, category, in_texts },
      ...(hasLinks && { links }),
      ...(hasNames && { aliases: readAliases(name, fields) }),
    }
    const relations = await readRelations(ctx, id, form.typed)
    await saveWithRelations(ctx, actor, id, edit, relations)
    const added = addedOf(relations).map(({ other_id }) => other_id)
    return { ids: [id, ...added], outcome: 'done', detail: null }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    return { ids: [id], outcome: 'gone', detail: 'Someone has removed this suggestion.' }
  }
}

/** The beginning of the queue, with a suggestion that may be on a later page of it as the first item. */
const withFirst = (item: ShownItem, queue: Awaited<ReturnType<typeof readQueue>>) => ({
  ...queue,
  items: [item, ...queue.items.filter(({ kind, term }) => kind !== item.kind || term.id !== item.term.id)],
})
