import * as v from 'valibot'
import { markRead } from '../../../lib/notify/inbox.ts'
import { uuid } from '../../../lib/schemas/text.ts'
import { inboxUrl, placeFields } from '../../../lib/web/entry-link.ts'
import { page } from '../../../lib/web/page.tsx'

/** Marks an entry of the reader's inbox as read, or all without an ID. */
export default page(
  {
    path: '/inbox/read',
    summary: 'Mark inbox entries as read',
    form: v.object({ id: v.optional(uuid), ...placeFields }),
  },
  async ({ ctx, actor, form, redirect }) => {
    const { id, ...place } = form.read()
    if (id === undefined) {
      await markRead(ctx, actor.id, null)
      return redirect(inboxUrl(place))
    }
    await markRead(ctx, actor.id, [id])
    return redirect(`${inboxUrl(place)}#${id}`)
  },
)
