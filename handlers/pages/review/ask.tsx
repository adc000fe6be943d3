import * as v from 'valibot'
import { askSomebody } from '../../../lib/review/ask.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { Announcement } from '../../../lib/web/parts/part.tsx'
import { Item } from './item-view.tsx'
import { elementId, findItem, ItemKey } from './read-queue.ts'

/** Asks somebody who used a suggested name what it means, and shows the suggestion again. */
export default page(
  { path: '/review/ask', summary: 'Ask what a suggestion means', role: 'editor', form: v.object({ item: ItemKey }) },
  async ({ ctx, actor, form, isPartial, sendPart, redirect, redirectWindow }) => {
    const key = form.read().item
    const [term_id = ''] = key.ids
    const { result, problem } = await attempt(() => askSomebody(ctx, actor, term_id))
    if (problem && !isPartial) throw problem
    if (!isPartial) return redirect('/review?done=asked')
    const item = await findItem(ctx, actor, key)
    if (!item) return redirectWindow('/review')
    const asked = problem?.message ?? `We asked ${result}.`
    const props = { item, reader: actor, elementId: elementId(key), asked }
    return sendPart(
      <>
        <Item {...props} />
        <Announcement text={asked} />
      </>,
      {},
      problem?.status,
    )
  },
)
