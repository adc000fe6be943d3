import { addDays } from '../../../lib/days.ts'
import type { Thresholds } from '../../../lib/glossary/lifecycle.ts'
import type { NewsItem } from '../../../lib/notify/news.ts'
import type { Listing } from '../../../lib/web/parts/listing.ts'
import { Pager } from '../../../lib/web/parts/pager.tsx'
import { LocalTime } from '../../../lib/web/parts/relative-time.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { NewsItems } from './news-view.tsx'

type AllNewsProps = {
  news: Listing<NewsItem>
  /** when it was asked for, the time from which on changes are listed; otherwise they are those of this week */
  since: string | undefined
  thresholds: Thresholds
  now: Date
}

const monthBefore = (now: Date) => addDays(now, -30).toISOString().slice(0, '2026-11-25'.length)

/** All terms that others have added or changed since a time, for everyone. */
export function AllNews({ news, since, thresholds, now }: AllNewsProps) {
  return (
    <>
      <div class="page-head">
        <h1>What has changed</h1>
        <p class="lead">
          {since ? (
            <>
              Terms that others added or changed since <LocalTime at={since} />
            </>
          ) : (
            'Terms that others added or changed in the last seven days'
          )}
          , what you follow first.
        </p>
        <p class="button-row">
          {since && <a href="/news">This week</a>}
          <a href={buildUrl('/news', { since: monthBefore(now) })}>This month</a>
        </p>
      </div>
      <section class="news">
        <h2 class="visually-hidden">Changes</h2>
        {news.items.length === 0 && <p class="fine">Nothing has changed.</p>}
        <NewsItems items={news.items} thresholds={thresholds} />
        {news.total > news.pageSize && (
          <Pager
            {...news}
            address={(offset) => buildUrl('/news', { since, offset: offset || undefined })}
          />
        )}
      </section>
    </>
  )
}
