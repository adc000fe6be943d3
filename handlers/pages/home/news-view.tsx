import { addDays } from '../../../lib/days.ts'
import { describeDisputed } from '../../../lib/glossary/disputed-words.ts'
import { nextTransition, type Thresholds } from '../../../lib/glossary/lifecycle.ts'
import type { News, NewsItem } from '../../../lib/notify/news.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { excerpt } from '../../../lib/web/parts/excerpt.ts'
import { moreVotes, TermStatus } from '../../../lib/web/parts/marks.tsx'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'
import { Dated, LocalDay } from '../../../lib/web/parts/relative-time.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { WordDiff } from '../../../lib/web/parts/word-diff.tsx'
import { EntryName } from './found-view.tsx'

type NewsProps = { news: News; thresholds: Thresholds; now: Date }

/** What has been added and changed since the reader was here, the most relevant to them first; drafts that nobody waits for stand apart. */
export function NewSince({ news: { since, from, items, total }, thresholds, now }: NewsProps) {
  const drafts = items.filter(isDraft)
  const news = items.filter((item) => !isDraft(item))
  const isAsking = news.length === 0 && drafts.length > 0
  return (
    <section class="news">
      <header>
        <h2>
          {isAsking ? helpToExplain : since ? 'New since you were here ' : 'New this month'}
          {since && !isAsking && <LocalDay time={new Date(since)} now={now} />}
        </h2>
        {total > items.length ? (
          <a href={buildUrl('/news', { since: from })}>See all {formatNumber(total)}</a>
        ) : (
          hasWeek(items, now) && <a href="/news">This week</a>
        )}
      </header>
      {items.length === 0 && <p class="fine">Nothing new. You are up to date.</p>}
      {news.length > 0 && <NewsItems items={news} thresholds={thresholds} />}
      {news.length > 0 && drafts.length > 0 && <h3 class="drafts">{helpToExplain}</h3>}
      {drafts.length > 0 && <NewsItems items={drafts} thresholds={thresholds} />}
    </section>
  )
}

/** Whether nothing is new but drafts that nobody waits for. They do not lead the page. */
export const hasOnlyDrafts = ({ items }: Pick<News, 'items'>): boolean => items.length > 0 && items.every(isDraft)

const helpToExplain = 'Help to explain'

/** Whether something has changed in the last seven days, which the page of this week lists. */
export const hasWeek = (items: readonly NewsItem[], now: Date): boolean =>
  items.some(({ created_at }) => created_at > addDays(now, -7).toISOString())

const isDraft = ({ term, is_followed, is_category_followed, is_asked }: NewsItem) =>
  term.status === 'pending' && !is_followed && !is_category_followed && !is_asked

/** Terms that have been added or changed, each with what is new about it. */
export function NewsItems({ items, thresholds }: { items: readonly NewsItem[]; thresholds: Thresholds }) {
  return (
    <ol class="entries">
      {items.map((item) => (
        <Item
          key={item.term.id}
          {...item}
          thresholds={thresholds}
          isAmbiguous={items.filter(({ term }) => term.name === item.term.name).length > 1}
        />
      ))}
    </ol>
  )
}

type ItemProps = NewsItem & { thresholds: Thresholds; isAmbiguous: boolean }

function Item({ term, earlier, thresholds, isAmbiguous, ...item }: ItemProps) {
  return (
    <li class="entry">
      <EntryName term={term} isAmbiguous={isAmbiguous} />
      <div>
        {!earlier ? (
          <p class="definition" dir="auto">
            {excerpt(term.definition)}
          </p>
        ) : (
          <WordDiff from={earlier} to={term.definition} />
        )}
        <p class="facts">
          <TermStatus term={term} />
          <MissingVotes term={term} thresholds={thresholds} />
          <Dated what={describeChange({ term, earlier, ...item })} at={item.created_at} />
          {item.is_asked && <b>You asked for this word</b>}
          {item.is_followed && <b>You follow it</b>}
          {!item.is_followed && item.is_category_followed && <b>You follow {term.category}</b>}
        </p>
      </div>
    </li>
  )
}

/** How many votes a term still needs if they suffice for its next status. */
function MissingVotes({ term, thresholds }: { term: Term; thresholds: Thresholds }) {
  const next = nextTransition(thresholds, { status: term.status, votes: term.vote_count })
  if (!next || next.requiresEditor || describeDisputed(term) !== null) return null
  return <span>needs {moreVotes(next.missingVotes)}</span>
}

const verbs: Partial<Record<NewsItem['action'], string>> = {
  updated: 'Changed',
  reverted: 'Reverted',
  confirmed: 'Confirmed',
  status_changed: 'New status',
}

function describeChange({ term, earlier, is_new, action, actor_name }: NewsItem): string {
  const isExplained = earlier === '' || (is_new && term.source === 'discovery')
  if (is_new && !isExplained) return 'Added'
  const verb = isExplained ? 'Explained' : (verbs[action] ?? 'Changed')
  return actor_name === null || verb === 'New status' ? verb : `${verb} by ${actor_name}`
}
