import * as v from 'valibot'
import { addDays } from '../../../lib/days.ts'
import { listNews } from '../../../lib/notify/news.ts'
import { ListRange } from '../../../lib/schemas/list-range.ts'
import { TermQuery } from '../../../lib/schemas/term.ts'
import { page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/listing.ts'
import { AllNews } from './all-news-view.tsx'

const { offset } = ListRange.entries
const since = TermQuery.entries.updated_since

/** All terms that others have added or changed since a time, by default in the last week. */
export default page(
  { path: '/news', summary: 'What has changed', query: v.object({ since, offset }) },
  async ({ ctx, actor, query: { since, offset }, sendPage }) => {
    const now = ctx.now()
    const from = since ?? addDays(now, -7).toISOString()
    const news = await readListing(offset, (range) => listNews(ctx, actor.id, from, range))
    const props = { news, since, now, thresholds: ctx.settings }
    return sendPage('What has changed', <AllNews {...props} />)
  },
)
