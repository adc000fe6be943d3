import type { Slice } from '../../../lib/db/slice.ts'
import { describeWaiting, type OwnRelation, type OwnTerm, type Waiting } from '../../../lib/review/mine.ts'
import { ActionButton } from '../../../lib/web/parts/form.tsx'
import { StaleMark, TermStatus } from '../../../lib/web/parts/marks.tsx'
import { NotifyMe } from '../../../lib/web/parts/notify-me.tsx'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'
import { PageHead } from '../../../lib/web/parts/page-head.tsx'
import { pageSize, Records } from '../../../lib/web/parts/pager.tsx'
import { HeadedPart } from '../../../lib/web/parts/part.tsx'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { buildUrl, wordPath } from '../../../lib/web/parts/url.ts'

export const mineLists = ['owned', 'followed', 'categories', 'wanted', 'proposed', 'disputed'] as const
type ListName = (typeof mineLists)[number]

/** An item of a list: a term or, of categories and of words that no term has, its text. */
type Item = OwnTerm | string

/** One page of each list; `wanted` is absent if SERVICE_WANTED is off. */
type Lists = Record<OwnRelation, Slice<OwnTerm>> & { categories: Slice<string>; wanted?: Slice<string> | undefined }

const none = { items: [], total: 0 }

const headings: Record<ListName, string> = {
  owned: 'You own',
  followed: 'You follow',
  proposed: 'You proposed changes to',
  disputed: 'You reported problems with',
  categories: 'Categories that you follow',
  wanted: 'You asked for',
}

const emptyTexts: Record<ListName, string> = {
  owned: 'You don’t own any terms yet. Terms you add appear here.',
  followed: 'Nothing yet. The page of a term has a button to follow it.',
  proposed: 'No terms.',
  disputed: 'No terms.',
  categories: 'None yet. The list of a category has a button to follow it.',
  wanted: 'No words. If you look up a word that is missing, you can ask to be notified about it.',
}

const listUrl = (list: ListName, offset = 0) => buildUrl('/mine', { list, offset: offset || undefined })

type MineProps = { lists: Lists; waiting: readonly Waiting[]; readerId: string }

/** The page of the reader's terms: the beginning of each list, and what waits for the reader. */
export function MinePage({ lists, waiting, readerId }: MineProps) {
  const stale = lists.owned.items.filter(({ is_stale }) => is_stale)
  const filled = mineLists.filter((list) => (lists[list] ?? none).total > 0)
  return (
    <>
      <PageHead title="My terms" />
      {filled.length === 0 && <Nothing />}
      {waiting.length + stale.length > 0 && (
        <HeadedPart heading="Waiting for you">
          <ol class="records">
            {waiting.map((item) => (
              <WaitingRecord key={`${item.id} ${item.said?.kind}`} {...item} />
            ))}
            {stale.map((term) => (
              <StaleRecord key={term.id} {...term} />
            ))}
          </ol>
          {waiting.length === pageSize && (
            <p>
              <a href="/review">See all in the review queue</a>
            </p>
          )}
        </HeadedPart>
      )}
      {filled.map((list) => (
        <HeadedPart key={list} heading={headings[list]}>
          <Beginning {...(lists[list] ?? none)} list={list} />
        </HeadedPart>
      ))}
      <HeadedPart heading="Your data">
        <p>
          <a href={`/api/v1/users/${readerId}/data`} download>
            Download your data
          </a>
        </p>
        <p class="fine">All that is stored about you: your account, what you wrote and did, and what you follow.</p>
      </HeadedPart>
    </>
  )
}

const Nothing = () => (
  <div class="empty">
    <p>No terms yet. Those that you add, follow, ask for, propose a change to or report appear here.</p>
    <p class="button-row">
      <a class="button" href="/terms/new">
        Add a term
      </a>
      <a href="/browse">Find terms to follow</a>
    </p>
  </div>
)

type ListProps = { list: ListName; offset: number; lists: Lists }

export function MineList({ lists, list, offset }: ListProps) {
  const items: Slice<Item> = lists[list] ?? none
  return (
    <>
      <PageHead title={headings[list]} lead={<a href="/mine">All your lists</a>} />
      <Records
        {...{ ...items, offset, pageSize }}
        address={(to) => listUrl(list, to)}
        empty={<p>{emptyTexts[list]}</p>}
      >
        {(item) => toRecord(list, item)}
      </Records>
    </>
  )
}

/** The first items of a list, with a link to the rest. */
function Beginning({ list, items, total }: Slice<Item> & { list: ListName }) {
  return (
    <>
      <ol class="records">{items.map((item) => toRecord(list, item))}</ol>
      {total > items.length && (
        <p>
          <a href={listUrl(list)}>
            See all {formatNumber(total)} <span class="visually-hidden">: {headings[list]}</span>
          </a>
        </p>
      )}
    </>
  )
}

function toRecord(list: ListName, item: Item) {
  if (typeof item !== 'string') return <TermRecord key={item.id} {...item} />
  return list === 'wanted' ? <WordRecord key={item} word={item} /> : <CategoryRecord key={item} category={item} />
}

function WaitingRecord(item: Waiting) {
  const { kind, id, term_id, term_name, reason, since } = item
  const [before, after] = describeWaiting(item)
  return (
    <li class="record">
      <div>
        <h3 class="person">
          {before}
          {term_name}
          {after}
        </h3>
        {reason && <blockquote dir="auto">{reason}</blockquote>}
        <p class="facts">
          <RelativeTime at={since} />
        </p>
      </div>
      <a href={kind === 'proposal' ? `/proposals/${id}` : `/terms/${term_id}`}>
        Decide <span class="visually-hidden">about {term_name}</span>
      </a>
    </li>
  )
}

const LinkedHeading = ({ href, text }: { href: string; text: string }) => (
  <h3>
    <a href={href} dir="auto">
      {text}
    </a>
  </h3>
)

function StaleRecord({ id, name }: OwnTerm) {
  return (
    <li class="record">
      <div>
        <LinkedHeading href={`/terms/${id}`} text={name} />
        <p class="facts">
          <StaleMark />
        </p>
      </div>
      <ActionButton action={`/terms/${id}/confirm`} about={name}>
        Still right
      </ActionButton>
    </li>
  )
}

function TermRecord(term: OwnTerm) {
  const { id, name, full_name, is_stale, is_open } = term
  return (
    <li class="record">
      <div>
        <LinkedHeading href={`/terms/${id}`} text={name} />
        {full_name && <p dir="auto">{full_name}</p>}
        <p class="facts">
          <TermStatus term={term} />
          {is_open && <b>Not decided yet</b>}
          {is_stale && <StaleMark />}
        </p>
      </div>
    </li>
  )
}

function CategoryRecord({ category }: { category: string }) {
  return (
    <li class="record">
      <div>
        <LinkedHeading href={buildUrl('/browse', { category })} text={category} />
        <p class="facts">Category</p>
      </div>
    </li>
  )
}

/** A word that the reader wants to be told about. */
function WordRecord({ word }: { word: string }) {
  return (
    <li class="record">
      <div>
        <LinkedHeading href={wordPath(word)} text={word} />
      </div>
      <NotifyMe name={word} isAsked isShort />
    </li>
  )
}
