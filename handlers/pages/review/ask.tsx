import * as v from 'valibot'
import { page } from '../../../lib/pages/page.tsx'
import { Announcement } from '../../../lib/pages/parts/announcement.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'
import { Item } from '../../../lib/pages/review/item.tsx'
import { elementId, ItemKey } from '../../../lib/pages/review/item-key.ts'
import { findItem } from '../../../lib/pages/review/read-queue.ts'
import { askSomebody } from '../../../lib/review/ask.ts'

/** Asks somebody who used a suggested name what it means, and shows the suggestion again. */
export default page(
  {
    path: '/review/ask',
    summary: 'Ask what a suggestion means',
    role: 'editor',
    form: v.object({ item: ItemKey }),
  },
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
