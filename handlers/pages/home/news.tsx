import * as v from 'valibot'
import { addDays } from '../../../lib/days.ts'
import type { Thresholds } from '../../../lib/glossary/lifecycle.ts'
import { listNews, type NewsItem } from '../../../lib/notify/news.ts'
import { ListRange } from '../../../lib/schemas/list.ts'
import { TermQuery } from '../../../lib/schemas/term.ts'
import { uuid } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { PageHead } from '../../../lib/web/parts/page-head.tsx'
import { type Listing, Pager, readListing } from '../../../lib/web/parts/pager.tsx'
import { LocalTime } from '../../../lib/web/parts/relative-time.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { hasWeek, Imported, NewsItems } from './news-view.tsx'
import { translateNews } from './read-translated-news.ts'

const { offset } = ListRange.entries
const since = TermQuery.entries.updated_since

const query = v.object({ since, offset, import: v.optional(uuid) })

/** All terms that others have added or changed since a time, by default in the last week, or those of an import. */
export default page(
  { path: '/news', summary: 'What has changed', query },
  async ({ ctx, actor, query: { since, offset, import: importId }, sendPage }) => {
    const now = ctx.now()
    const read = async (from: string) =>
      translateNews(
        ctx,
        actor,
        await readListing(offset, (range) => listNews(ctx, actor.id, from, range, { importId })),
      )
    if (importId) {
      const news = await read(new Date(0).toISOString())
      return sendPage('What was imported', <Imported {...{ news, importId }} thresholds={ctx.settings} />)
    }
    const from = since ?? addDays(now, -7).toISOString()
    const news = await read(from)
    const month = monthBefore(now)
    // No link leads to an empty page.
    const hasMonth =
      since !== month && (news.total > 0 || (await listNews(ctx, actor.id, month, { limit: 1, offset: 0 })).total > 0)
    const props = { news, since, now, thresholds: ctx.settings, month: hasMonth ? month : undefined }
    return sendPage('What has changed', <AllNews {...props} />)
  },
)

type AllNewsProps = {
  news: Listing<NewsItem>
  /** when it was asked for, the time from which on changes are listed; otherwise they are those of this week */
  since: string | undefined
  thresholds: Thresholds
  now: Date
  /** the day from which on there are more changes, if there are */
  month: string | undefined
}

const monthBefore = (now: Date) => addDays(now, -30).toISOString().slice(0, '2026-11-25'.length)

/** All terms that others have added or changed since a time, for everyone. */
function AllNews({ news, since, thresholds, now, month }: AllNewsProps) {
  return (
    <>
      <PageHead
        title="What has changed"
        lead={
          <>
            {since ? (
              <>
                Terms that others added or changed since <LocalTime at={since} />
              </>
            ) : (
              'Terms that others added or changed in the last seven days'
            )}
            , what you follow first.
          </>
        }
      >
        <p class="button-row">
          {since && (news.total > news.pageSize || hasWeek(news.items, now)) && <a href="/news">This week</a>}
          {month && <a href={buildUrl('/news', { since: month })}>This month</a>}
        </p>
      </PageHead>
      <section class="news">
        <h2 class="visually-hidden">Changes</h2>
        {news.items.length === 0 && <p class="fine">Nothing has changed.</p>}
        <NewsItems items={news.items} thresholds={thresholds} />
        {news.total > news.pageSize && (
          <Pager {...news} address={(offset) => buildUrl('/news', { since, offset: offset || undefined })} />
        )}
      </section>
    </>
  )
}
