import * as v from 'valibot'
import { markRead } from '../../../lib/notify/inbox.ts'
import { inboxUrl } from '../../../lib/pages/inbox/inbox.tsx'
import { page } from '../../../lib/pages/page.tsx'
import { InboxQuery } from '../../../lib/schemas/inbox.ts'
import { uuid } from '../../../lib/schemas/text.ts'

/** Marks an entry of the reader's inbox as read, or all without an ID. */
export default page(
  {
    path: '/inbox/read',
    summary: 'Mark inbox entries as read',
    form: v.object({ id: v.optional(uuid), unread: InboxQuery.entries.unread }),
  },
  async ({ ctx, actor, form, redirect }) => {
    const { id, unread = false } = form.read()
    await markRead(ctx, actor.id, id === undefined ? null : [id])
    return redirect(inboxUrl(unread))
  },
)
