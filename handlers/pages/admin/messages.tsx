import * as v from 'valibot'
import { listMessages } from '../../../lib/notify/messages.ts'
import { OutboxQuery } from '../../../lib/schemas/admin.ts'
import { page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { Messages, MessagesPage } from './messages-view.tsx'

const { state, offset } = OutboxQuery.entries

/** The messages to users, with the state of their delivery. */
export default page(
  { path: '/admin/messages', summary: 'Notifications for admins', role: 'admin', query: v.object({ state, offset }) },
  async ({ ctx, query: { state, offset }, isPartial, sendPage, sendPart }) => {
    const messages = await readListing(offset, (range) => listMessages(ctx, state, range))
    const props = { messages, state, isSlackOn: ctx.slack !== null }
    return isPartial ? sendPart(<Messages {...props} isPart />) : sendPage('Notifications', <MessagesPage {...props} />)
  },
)
