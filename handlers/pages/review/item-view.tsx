import { isExplained, unexplained } from '../../../lib/glossary/unexplained.ts'
import { isEditor } from '../../../lib/identity/actor.ts'
import { conflictsOf } from '../../../lib/review/proposals.ts'
import type { Evidence, ReviewItem, ReviewKind } from '../../../lib/schemas/review.ts'
import { statuses, type Term } from '../../../lib/schemas/term.ts'
import type { Reader } from '../../../lib/web/page.tsx'
import { excerpt } from '../../../lib/web/parts/excerpt.ts'
import { TermStatus } from '../../../lib/web/parts/marks.tsx'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { wordPath } from '../../../lib/web/parts/url.ts'
import { ProposedChange } from '../../../lib/web/proposals.tsx'
import { type Offer, offersFor } from './action-words.ts'
import { Define, Publish, type RefusedDefinition } from './define-form.tsx'
import { Shortcut } from './keys-view.tsx'
import { LearnedItem } from './learned-view.tsx'
import { keyOf, writeKey } from './read-item-key.ts'

/** What the page calls each kind of item. */
const kindNames: Record<ReviewKind, string> = {
  suggested: 'Suggested',
  disputed: 'Problem reported',
  proposed: 'Change proposed',
  stale: 'May be out of date',
  ownerless: 'No owner',
  duplicate: 'Duplicate?',
  alias: 'Another name?',
}

type ItemProps = {
  item: ReviewItem
  reader: Reader
  /** that of the element which it replaces, if it does */
  elementId: string
  isCurrent?: boolean
  refused?: RefusedDefinition | undefined
  /** who was asked what it means, or why nobody was */
  asked?: string
}

/**
 * An item of the queue: its name in the list on the left, and its evidence with the decisions on the right. On a narrow
 * screen and without JavaScript, the one is above the other, for each item.
 */
export function Item({ item, reader, elementId, isCurrent, refused, asked }: ItemProps) {
  const { kind, term, since } = item
  const offered = offersFor(reader, item)
  const mayDefine = kind === 'suggested' && !isExplained(term) && isEditor(reader)
  return (
    <li
      class={isCurrent ? 'record review-item current' : 'record review-item'}
      id={elementId}
      tabindex={-1}
    >
      <QueueRow item={item} isCurrent={isCurrent} isSelectable={offered.length > 0} />
      <div class="queue-panel">
        <p class="label">
          {kindNames[kind]} · <RelativeTime at={since} />
        </p>
        <TermHeading term={term} />
        <Substance item={item} />
        {asked && <p data-asked>{asked}</p>}
        {mayDefine && <Define {...{ item, elementId, refused }} />}
        <div class="button-row">
          {mayDefine && <Publish name={term.name} elementId={elementId} />}
          {kind === 'suggested' && item.evidence && isEditor(reader) && (
            <Ask name={term.name} item={writeKey(keyOf(item))} />
          )}
          <Decisions item={item} offered={offered} />
          {!mayDefine && <Elsewhere {...item} />}
          <button type="button" class="quiet with-js skip-item" data-skips aria-keyshortcuts="j">
            Skip
            <Shortcut keys="j" />
          </button>
        </div>
      </div>
    </li>
  )
}

type RowProps = { item: ReviewItem; isCurrent?: boolean | undefined; isSelectable: boolean }

/** An item in the list: its name, and how often it was seen or what kind of item it is. */
function QueueRow({ item, isCurrent, isSelectable }: RowProps) {
  const { kind, term, evidence } = item
  return (
    <div class="queue-row">
      {isSelectable && (
        <input
          type="checkbox"
          form="bulk"
          name="item"
          value={writeKey(keyOf(item))}
          aria-label={`Select ${term.name}`}
        />
      )}
      <button
        type="button"
        class="queue-name"
        dir="auto"
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span>{term.name}</span>
      </button>
      <span class="queue-hint">{evidence ? countSightings(evidence) : kindNames[kind]}</span>
    </div>
  )
}

const countSightings = ({ sightings, people }: Evidence) =>
  [`${sightings}×`, people > 0 && (people === 1 ? '1 person' : `${people} people`)]
    .filter(Boolean)
    .join(' · ')

/** The buttons that decide about an item in its place. */
function Decisions({ item, offered }: { item: ReviewItem; offered: readonly Offer[] }) {
  if (offered.length === 0) return null
  return (
    <form
      class="button-row"
      method="post"
      action="/review"
      hx-post="/review"
      hx-target="closest li"
      hx-swap="outerHTML"
    >
      <input type="hidden" name="item" value={writeKey(keyOf(item))} />
      <input type="hidden" name="in_place" value="true" />
      {offered.map((offer) => (
        <button
          key={offer.action}
          type="submit"
          class="button plain"
          name="action"
          value={offer.action}
          aria-keyshortcuts={offer.key}
        >
          {offer.label} <span class="visually-hidden">{item.term.name}</span>
          <Shortcut keys={offer.key} />
        </button>
      ))}
    </form>
  )
}

/** Asks somebody who used a suggested name what it means. */
function Ask({ name, item }: { name: string; item: string }) {
  return (
    <form
      class="ask"
      method="post"
      action="/review/ask"
      hx-post="/review/ask"
      hx-target="closest li"
      hx-swap="outerHTML"
    >
      <input type="hidden" name="item" value={item} />
      <button type="submit" class="button plain" aria-keyshortcuts="s">
        Ask someone who used it<span class="visually-hidden">: {name}</span>
        <Shortcut keys="s" />
      </button>
    </form>
  )
}

function TermHeading({ term }: { term: Term }) {
  return (
    <h2>
      <a href={`/terms/${term.id}`} dir="auto">
        {term.name}
      </a>{' '}
      {term.full_name && <i dir="auto">{term.full_name}</i>} <TermStatus term={term} />
    </h2>
  )
}

/** What a decision needs to know. */
function Substance({ item }: { item: ReviewItem }) {
  const { kind, term, other, proposal, disputes, evidence } = item
  if (proposal) return <ProposedChange proposal={proposal} term={term} />
  return (
    <>
      {item.kind === 'alias' && <LearnedItem {...item} />}
      {isExplained(term) && <p dir="auto">{excerpt(term.definition)}</p>}
      {disputes?.map((dispute) => (
        <div key={dispute.id}>
          <p>
            <b>{dispute.opened_by.display_name}</b> reported a problem{' '}
            <RelativeTime at={dispute.opened_at} />
            {dispute.reasons.length > 0 ? ':' : '.'}
          </p>
          {dispute.reasons.map(({ text, created_at }) => (
            <blockquote key={created_at} dir="auto">
              {text}
            </blockquote>
          ))}
        </div>
      ))}
      {evidence && <Sightings {...evidence} />}
      {kind === 'stale' && (
        <p class="facts">
          <span>
            Last confirmed <RelativeTime at={term.last_confirmed_at} />
          </span>
          <span>{term.owner ? `Owner: ${term.owner.display_name}` : 'No owner'}</span>
        </p>
      )}
      {other && (
        <div class="duplicate">
          <TermHeading term={other} />
          <p dir="auto">{excerpt(other.definition || unexplained)}</p>
          <p>
            <a href={wordPath(term.name)}>All meanings of {term.name}</a>
          </p>
        </div>
      )}
    </>
  )
}

function Sightings({
  sightings,
  people,
  channels,
  full_names,
  examples,
  last_seen_at,
  looked_up_by,
}: Evidence) {
  const names = channels.slice(0, 5).map((name) => `#${name}`)
  const rest = channels.length - names.length
  return (
    <p class="facts">
      <span>
        Seen {sightings === 1 ? 'once' : `${sightings} times`}
        {people > 0 && `, by ${people === 1 ? 'one person' : `${people} people`}`}
      </span>
      {full_names.length > 0 && (
        <span>as {full_names.map(({ full_name }) => `“${full_name}”`).join(', ')}</span>
      )}
      <span>
        in {names.join(', ')}
        {rest > 0 && ` and ${rest} more`}
      </span>
      <span>
        last <RelativeTime at={last_seen_at} />
      </span>
      {looked_up_by > 0 && <span>{looked_up_by} people looked it up</span>}
      {examples.map((url, i) => (
        <a key={url} href={url} rel="noreferrer">
          Message {i + 1}
        </a>
      ))}
    </p>
  )
}

/** Whether a term, rather than the other, is to remain when they are merged. */
function isMoreTrusted(term: Term, other: Term): boolean {
  const byStatus = statuses.indexOf(term.status) - statuses.indexOf(other.status)
  return byStatus > 0 || (byStatus === 0 && term.vote_count > other.vote_count)
}

/** Links to pages on which other decisions about an item are made. */
function Elsewhere({ kind, term, other, proposal }: ReviewItem) {
  if (proposal && Object.keys(conflictsOf(proposal, term)).length > 0) {
    return (
      <a href={`/proposals/${proposal.id}`} aria-keyshortcuts="m">
        Resolve conflicts
      </a>
    )
  }
  if (other) {
    const [from, into] = isMoreTrusted(term, other) ? [other, term] : [term, other]
    return (
      <a href={`/terms/${from.id}/merge?into=${into.id}`} aria-keyshortcuts="m">
        Merge
      </a>
    )
  }
  if (kind === 'suggested' || kind === 'disputed' || kind === 'stale') {
    return (
      <a href={`/terms/${term.id}/edit`} aria-keyshortcuts="e">
        Edit <span class="visually-hidden">{term.name}</span>
      </a>
    )
  }
  return null
}
