import { addDays } from '../../../lib/days.ts'
import { nextTransition, type Thresholds } from '../../../lib/glossary/lifecycle.ts'
import { inChosenLanguage } from '../../../lib/glossary/translated.ts'
import type { News, NewsImport, NewsItem, NewsTerm } from '../../../lib/notify/news.ts'
import { stateOf } from '../../../lib/schemas/states.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { excerpt } from '../../../lib/web/parts/excerpt.ts'
import { moreVotes, TermStatus } from '../../../lib/web/parts/marks.tsx'
import { counted, formatNumber } from '../../../lib/web/parts/numbers.ts'
import { PageHead } from '../../../lib/web/parts/page-head.tsx'
import { type Listing, Pager } from '../../../lib/web/parts/pager.tsx'
import { Dated, LocalDay } from '../../../lib/web/parts/relative-time.tsx'
import { Definition, TranslationNote } from '../../../lib/web/parts/translated.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { WordDiff } from '../../../lib/web/parts/word-diff.tsx'
import { EntryName } from './found-view.tsx'

type NewsProps = { news: News; thresholds: Thresholds; now: Date }

/**
 * What has been added and changed since the reader was here, the most relevant to them first; drafts that nobody waits
 * for stand apart.
 */
export function NewSince({ news: { since, from, items, total }, thresholds, now }: NewsProps) {
  const drafts = items.filter(isDraft)
  const news = items.filter((item) => !isDraft(item))
  const isAsking = news.length === 0 && drafts.length > 0
  return (
    <section class="news">
      <header>
        <h2>
          {isAsking ? agreeOrCorrect : since ? 'New since you were here ' : 'New this month'}
          {since && !isAsking && <LocalDay time={new Date(since)} now={now} />}
        </h2>
        {total > items.length ? (
          <a href={buildUrl('/news', { since: from })}>See all {formatNumber(total)}</a>
        ) : (
          hasWeek(items, now) && <a href="/news">This week</a>
        )}
      </header>
      {items.length === 0 && <p class="fine">Nothing new. You are up to date.</p>}
      {news.length > 0 && <NewsItems items={news} thresholds={thresholds} isFirstSight={since === null} />}
      {news.length > 0 && drafts.length > 0 && <h3 class="drafts">{agreeOrCorrect}</h3>}
      {drafts.length > 0 && <NewsItems items={drafts} thresholds={thresholds} isFirstSight={since === null} />}
    </section>
  )
}

/** Whether nothing is new but drafts that nobody waits for. They do not lead the page. */
export const hasOnlyDrafts = ({ items }: Pick<News, 'items'>): boolean => items.length > 0 && items.every(isDraft)

const agreeOrCorrect = 'Agree or correct'

/** Whether something has changed in the last seven days, which the page of this week lists. */
export const hasWeek = (items: readonly NewsItem[], now: Date): boolean =>
  items.some(({ created_at }) => created_at > addDays(now, -7).toISOString())

const isDraft = (item: NewsItem) =>
  !isImport(item) && item.term.status === 'pending' && !(item.is_followed || item.is_category_followed || item.is_asked)

const isImport = (item: NewsItem): item is NewsImport => item.imported !== null

type Shared = {
  thresholds: Thresholds
  /** whether the reader has seen none of them before, and so misses no earlier text */
  isFirstSight?: boolean
}

/** Terms that have been added or changed, each with what is new about it, and imports. */
export function NewsItems({ items, ...shared }: { items: readonly NewsItem[] } & Shared) {
  return (
    <ol class="entries">
      {items.map((item) =>
        isImport(item) ? (
          <ImportItem key={item.imported.id} {...item} />
        ) : (
          <Item
            key={item.term.id}
            {...item}
            {...shared}
            isAmbiguous={items.filter(({ term }) => term?.name === item.term.name).length > 1}
          />
        ),
      )}
    </ol>
  )
}

/** However many terms it has added and changed. */
const ImportItem = ({ actor_name, created_at, imported: { id, total, is_undone } }: NewsImport) => (
  <li class="entry">
    <div>
      <p>
        {actor_name ?? 'The command line'} {is_undone ? 'undid the import of' : 'imported'} {counted(total, 'term')} ·{' '}
        <a href={buildUrl('/news', { import: id })}>
          Show<span class="visually-hidden"> the terms of this import</span>
        </a>
      </p>
      <p class="facts">
        <Dated what={is_undone ? 'Undone' : 'Imported'} at={created_at} />
      </p>
    </div>
  </li>
)

type ItemProps = NewsTerm & Shared & { isAmbiguous: boolean }

function Item({ term, earlier, thresholds, isFirstSight = false, isAmbiguous, ...item }: ItemProps) {
  const showsText = !earlier || isFirstSight
  return (
    <li class="entry">
      <EntryName term={term} isAmbiguous={isAmbiguous} />
      <div>
        {showsText ? (
          <Definition term={term}>{excerpt(inChosenLanguage(term).definition)}</Definition>
        ) : (
          <WordDiff from={earlier} to={term.definition} />
        )}
        {showsText && <TranslationNote term={term} />}
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
  if (!next || next.requiresEditor || stateOf(term) !== term.status) return null
  return <span>needs {moreVotes(next.missingVotes)}</span>
}

const verbs: Partial<Record<NewsTerm['action'], string>> = {
  updated: 'Changed',
  reverted: 'Reverted',
  confirmed: 'Confirmed',
  status_changed: 'New status',
}

function describeChange({ term, earlier, is_new, action, actor_name }: NewsTerm): string {
  const isExplained = earlier === '' || (is_new && term.source === 'discovery')
  if (is_new && !isExplained) return 'Added'
  const verb = isExplained ? 'Explained' : (verbs[action] ?? 'Changed')
  return actor_name === null || verb === 'New status' ? verb : `${verb} by ${actor_name}`
}

type ImportedProps = { news: Listing<NewsItem>; importId: string; thresholds: Thresholds }

/** The terms that an import of somebody else has added or changed. */
export function Imported({ news, importId, thresholds }: ImportedProps) {
  return (
    <>
      <PageHead title="What was imported" lead="Terms that this import added or changed." />
      <section class="news">
        <h2 class="visually-hidden">Terms</h2>
        {news.items.length === 0 && <p class="fine">None of them are left as they were imported.</p>}
        <NewsItems items={news.items} thresholds={thresholds} />
        {news.total > news.pageSize && (
          <Pager {...news} address={(offset) => buildUrl('/news', { import: importId, offset: offset || undefined })} />
        )}
      </section>
    </>
  )
}
