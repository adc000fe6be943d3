import * as v from 'valibot'
import { InboxQuery } from '../../../lib/schemas/inbox.ts'
import { page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { Inbox, InboxPage } from './inbox-view.tsx'
import { readInbox } from './read-inbox.ts'

const { unread, offset } = InboxQuery.entries

export default page(
  { path: '/inbox', summary: 'Inbox', query: v.object({ unread, offset }) },
  async ({ ctx, actor, query, isPartial, sendPage, sendPart }) => {
    const onlyUnread = query.unread ?? false
    const entries = await readListing(query.offset, (range) => readInbox(ctx, actor.id, onlyUnread, range))
    const props = { entries, onlyUnread, reader: actor }
    return isPartial ? sendPart(<Inbox {...props} isPart />) : sendPage('Inbox', <InboxPage {...props} />)
  },
)
