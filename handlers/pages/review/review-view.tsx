import { isEditor } from '../../../lib/identity/actor.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { ReviewCounts, Selection } from '../../../lib/review/queue.ts'
import type { Decision } from '../../../lib/review/undo.ts'
import { type ReviewItem, type ReviewKind, reviewKinds } from '../../../lib/schemas/review.ts'
import { type Ignored, IgnoredFilter } from '../../../lib/web/lenient-query.tsx'
import type { Reader } from '../../../lib/web/page.tsx'
import { Hidden, NoDefaultAction, Refusal } from '../../../lib/web/parts/form.tsx'
import { counted, formatNumber } from '../../../lib/web/parts/numbers.ts'
import { type Listing, Pager } from '../../../lib/web/parts/pager.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { type Offer, offers, offersFor } from './action-words.ts'
import { DecidedItem } from './decided-view.tsx'
import { type Decided, needsReason } from './decision-form.ts'
import { Item } from './item-view.tsx'
import { Keys } from './keys-view.tsx'
import { elementId, keyOf, type RefusedItem, type ShownItem, writeKey } from './read-queue.ts'

type ReviewProps = Selection & {
  queue: Listing<ShownItem> & { counts: ReviewCounts; categories: readonly string[]; pending: number }
  reader: Reader
  /** what became of the items that were just decided together, or whose decisions were undone together */
  results?: { action: Decision; decided: Decided[]; isUndone?: boolean } | undefined
  problem?: Problem | undefined
  ignored?: Ignored | undefined
  /** a definition, or an answer to reports, that was refused */
  refused?: RefusedItem | undefined
}

const reviewUrl = ({ kind, category }: Selection, offset = 0) =>
  buildUrl('/review', { kind, category, offset: offset || undefined })

/** The review queue: what waits for a decision. htmx replaces it. */
export function Review(props: ReviewProps) {
  const { queue, reader, kind, category, results, problem, ignored, refused } = props
  const isRefused = (item: ReviewItem) => refused?.values.get('item') === writeKey(keyOf(item))
  const current = Math.max(0, queue.items.findIndex(isRefused))
  return (
    <section id="review" aria-label="Review queue" hx-target="#review" hx-swap="outerHTML">
      {results && <Results {...results} kind={kind} category={category} />}
      <header class="term-header">
        <h1>Review</h1>
        <p class="fine button-row">
          {isEditor(reader) ? 'What people wait for comes first' : 'About your terms: what people wait for comes first'}
          {isEditor(reader) && <a href="/dismissed">Dismissed suggestions</a>}
          <button type="button" class="quiet with-js" data-shows-keys aria-keyshortcuts="?">
            Keyboard shortcuts
          </button>
        </p>
      </header>
      <Keys />
      <KindFilter {...props} />
      {category && (
        <p class="active-filters">
          Only the category “{category}” <a href={reviewUrl({ kind })}>Show all</a>
        </p>
      )}
      {ignored && <IgnoredFilter {...ignored} />}
      {problem && <Refusal problem={problem} />}
      {queue.items.length > 0 ? (
        <>
          <BulkForm {...props} />
          <ol class="records queue" aria-label="Items">
            {queue.items.map((item, i) => (
              <Item
                key={idOf(item)}
                item={item}
                reader={reader}
                elementId={idOf(item)}
                isCurrent={i === current}
                refused={isRefused(item) ? refused : undefined}
              />
            ))}
            <More {...props} />
          </ol>
          <datalist id="categories">
            {queue.categories.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          {queue.total > queue.pageSize && (
            <div class="without-js">
              <Pager {...queue} address={(offset) => reviewUrl(props, offset)} />
            </div>
          )}
        </>
      ) : (
        <Empty {...props} />
      )}
    </section>
  )
}

/** Where the list goes on: assets/review.js reads more items before it has none left. */
function More({ queue: { items, total, offset }, kind, category }: ReviewProps) {
  if (offset + items.length >= total) return null
  return <li id="more" data-url={buildUrl('/review/more', { kind, category })} hidden />
}

/** The next items of the queue, for the end of the list. */
export const MoreItems = (props: ReviewProps) => (
  <>
    {props.queue.items.map((item) => (
      <Item key={idOf(item)} item={item} reader={props.reader} elementId={idOf(item)} />
    ))}
    <More {...props} />
  </>
)

/** Nothing waits here, and what waits elsewhere. */
function Empty({ queue: { counts }, kind, category }: ReviewProps) {
  const next = reviewKinds.find((each) => counts[each] && each !== kind)
  return (
    <div class="empty" id="nothing-waits">
      <p>{next || category ? 'Nothing waits here.' : 'All caught up.'}</p>
      {next && (
        <p>
          <a class="button plain" href={reviewUrl({ kind: next, category })}>
            Next: {tabNames[next]} ({counts[next]})
          </a>
        </p>
      )}
    </div>
  )
}

const idOf = (item: ReviewItem) => elementId(keyOf(item))

const tabNames: Record<ReviewKind, string> = {
  suggested: 'To define',
  disputed: 'Reports',
  proposed: 'Changes',
  stale: 'Out of date',
  translation: 'Translations',
  ownerless: 'No owner',
  duplicate: 'Duplicates',
  alias: 'Other names',
}

/** Links to the items of each kind, with their numbers. */
function KindFilter({ queue: { counts, pending }, reader, kind, category }: ReviewProps) {
  const present = reviewKinds.filter((each) => counts[each] || each === kind)
  return (
    <nav class="tabs" aria-label="Kind" hx-boost="true">
      {[undefined, ...present].map((each) => (
        <a
          key={each}
          id={`kind-${each ?? 'all'}`}
          href={reviewUrl({ kind: each, category })}
          aria-current={each === kind ? 'true' : undefined}
        >
          {each ? tabNames[each] : 'All'}
          {each && (
            <>
              {' '}
              <span class="count" data-counts={each}>
                {counts[each] ?? 0}
              </span>
            </>
          )}
        </a>
      ))}
      {isEditor(reader) && (
        <a href="/terms?status=pending" hx-boost="false">
          Pending terms <span class="count">{formatNumber(pending)}</span>
        </a>
      )}
    </nav>
  )
}

/** The decisions that the items of the list can have, and those that follow them: one of each kind, by its key. */
function bulkOffers({ queue, reader, kind }: ReviewProps) {
  const more = isEditor(reader) ? reviewKinds.filter((each) => queue.counts[each]) : []
  const all = [
    ...queue.items.map((item) => ({ kind: item.kind, offered: offersFor(reader, item) })),
    ...more.filter((each) => !kind || each === kind).map((each) => ({ kind: each, offered: offers[each] })),
  ].flatMap(({ kind, offered }) => offered.map((offer) => ({ ...offer, kind })))
  const different = [...new Map(all.map((offer) => [`${offer.kind} ${offer.action}`, offer])).values()]
  const keys = [...new Set(different.map(({ key }) => key))]
  return keys.map((key) => different.filter((offer) => offer.key === key))
}

/** The buttons that decide about all selected items. Each says what it does with those of each kind. */
function BulkForm(props: ReviewProps) {
  const { kind, category } = props
  const groups = bulkOffers(props)
  if (groups.length === 0) return null
  const isDeclining = (group: readonly (Offer & { kind: ReviewKind })[]) =>
    group.some((offer) => needsReason(offer.action, offer))
  return (
    <form id="bulk" class="bulk button-row" method="post" action="/review" hx-post="/review">
      <NoDefaultAction />
      <Hidden kind={kind} category={category} />
      <label class="with-js">
        <input type="checkbox" data-selects-all /> Select all
      </label>
      <span data-selected-count="0">Selected:</span>
      {groups.map((group) => (
        <button
          key={group[0]?.key}
          type="submit"
          class="quiet"
          name="action"
          value={group[0]?.action}
          aria-keyshortcuts={group[0]?.key}
          formnovalidate={!isDeclining(group)}
        >
          {group.map(({ kind, action, label }) => (
            <span key={kind} class="bulk-label" data-kind={kind} data-action={action}>
              {label}{' '}
            </span>
          ))}
        </button>
      ))}
      {groups.some(isDeclining) && (
        <label class="bulk-reason">
          Why, if you decline <input name="note" dir="auto" />
        </label>
      )}
    </form>
  )
}

/** More decisions than these are folded away, as they would push the list out of sight. */
const maxListed = 5

type ResultsProps = NonNullable<ReviewProps['results']> & Selection

/** What became of items that were decided together, with the button that undoes this, and of each of them. */
function Results({ action, decided, isUndone = false, ...selection }: ResultsProps) {
  const done = decided.filter(({ outcome }) => outcome === 'done')
  const others = decided.filter(({ outcome }) => outcome !== 'done')
  const rest = others.length
  const [first] = done
  const id = first && !isUndone ? `results-${elementId(first)}` : undefined
  const undoAllId = id && `${id}-undo`
  const list = (some: readonly Decided[]) => (
    <ol class="records">
      {some.map((each) => (
        <DecidedItem key={each.ids.join()} decided={each} {...{ action, undoAllId }} />
      ))}
    </ol>
  )
  return (
    <div class="notice results" id={id} role="status" tabindex={-1}>
      <div class="button-row">
        <p>
          {isUndone ? `${counted(done.length, 'decision')} undone` : `${counted(done.length, 'item')} decided`}
          {rest > 0 && `, ${rest} not`}.
        </p>
        {undoAllId && <UndoAll id={undoAllId} action={action} {...selection} />}
      </div>
      {!isUndone && done.length > maxListed ? (
        <>
          {list(others)}
          <details>
            <summary>Show them</summary>
            {list(done)}
          </details>
        </>
      ) : (
        list(isUndone ? others : decided)
      )}
    </div>
  )
}

/**
 * Undoes what was decided together. The items are fields of their own records, so that one that was undone is left out.
 */
function UndoAll({ id, action, kind, category }: Selection & { id: string; action: Decision }) {
  return (
    <form id={id} method="post" action="/review/undo" hx-post="/review/undo" hx-target="#review" hx-swap="outerHTML">
      <Hidden action={action} kind={kind} category={category} />
      <button type="submit" class="quiet" data-undoes aria-keyshortcuts="u">
        Undo all
      </button>
    </form>
  )
}
