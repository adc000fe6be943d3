import { isExplained, unexplained } from '../../../lib/glossary/unexplained.ts'
import { isEditor } from '../../../lib/identity/actor.ts'
import { languageName } from '../../../lib/languages.ts'
import { conflictsOf } from '../../../lib/review/proposals.ts'
import type { Evidence, ReviewItem, ReviewKind } from '../../../lib/schemas/review.ts'
import { statuses, type Term } from '../../../lib/schemas/term.ts'
import { Correction, Reports } from '../../../lib/web/correction.tsx'
import type { Reader } from '../../../lib/web/page.tsx'
import { excerpt } from '../../../lib/web/parts/excerpt.ts'
import { Hidden } from '../../../lib/web/parts/form.tsx'
import { TermStatus } from '../../../lib/web/parts/marks.tsx'
import { Dated, RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { wordPath } from '../../../lib/web/parts/url.ts'
import { Decline, ProposedChange } from '../../../lib/web/proposals.tsx'
import { type Offer, offersFor } from './action-words.ts'
import { Define, EditInPlace, Publish } from './define-form.tsx'
import { LearnedItem, Quote, Sightings } from './evidence-view.tsx'
import { Shortcut } from './keys-view.tsx'
import { keyOf, type RefusedItem, type ShownItem, writeKey } from './read-queue.ts'

const kindNames: Record<ReviewKind, string> = {
  suggested: 'Suggested',
  disputed: 'Problem reported',
  proposed: 'Change proposed',
  stale: 'May be out of date',
  translation: 'Translation out of date',
  ownerless: 'No owner',
  duplicate: 'Duplicate?',
  alias: 'Another name?',
}

type ItemProps = {
  item: ShownItem
  reader: Reader
  /** that of the element which it replaces, if it does */
  elementId: string
  isCurrent?: boolean
  refused?: RefusedItem | undefined
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
  const isForEditor = kind === 'suggested' && isEditor(reader)
  const mayDefine = isForEditor && !isExplained(term)
  return (
    <li class={isCurrent ? 'record review-item current' : 'record review-item'} id={elementId} tabindex={-1}>
      <QueueRow item={item} isCurrent={isCurrent} isSelectable={offered.length > 0} />
      <div class="queue-panel">
        <p class="label">
          {kindNames[kind]} · <RelativeTime at={since} />
        </p>
        <TermHeading term={term} saysWhy={kind !== 'disputed'} />
        <Substance item={item} />
        {asked && <p data-asked>{asked}</p>}
        {mayDefine && <Define {...{ item, elementId, refused }} />}
        {item.disputes && (
          <Correction
            {...{ term, disputes: item.disputes, reader, refused }}
            place={{
              id: elementId,
              path: '/review/answer',
              fields: <Hidden item={writeKey(keyOf(item))} />,
              replaces: 'closest li',
            }}
          />
        )}
        <div class="button-row">
          {mayDefine && <Publish name={term.name} elementId={elementId} />}
          {isForEditor && item.evidence && <Ask name={term.name} item={writeKey(keyOf(item))} />}
          {!item.disputes && <Decisions item={item} offered={offered} />}
          {item.proposal && offered.some(({ action }) => action === 'decline') && (
            <Decline
              {...{ proposal: item.proposal, about: term.name }}
              sent={{ action: '/review', ...inPlace('/review') }}
              button={{ name: 'action', value: 'decline' }}
              fields={<ItemFields item={item} />}
            />
          )}
          {isForEditor && !mayDefine && <EditInPlace {...{ item, elementId, refused }} />}
          <Elsewhere {...item} />
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
  const { kind, evidence, term } = item
  const key = keyOf(item)
  const { name } = key
  const meaning = kind !== 'alias' && kind !== 'duplicate' && term.full_name
  return (
    <div class="queue-row">
      {isSelectable && (
        <input type="checkbox" form="bulk" name="item" value={writeKey(key)} aria-label={`Select ${name}`} />
      )}
      <button type="button" class="queue-name" dir="auto" aria-current={isCurrent ? 'true' : undefined}>
        <span>
          {name}
          {meaning && <i> {meaning}</i>}
        </span>
      </button>
      <span class="queue-hint">{evidence ? countSightings(evidence) : kindNames[kind]}</span>
    </div>
  )
}

const countSightings = ({ sightings, people }: Evidence) =>
  [`${sightings}×`, people > 0 && (people === 1 ? '1 person' : `${people} people`)].filter(Boolean).join(' · ')

/** How htmx sends a form whose response takes the place of its item. */
const inPlace = (path: string) => ({ 'hx-post': path, 'hx-target': 'closest li', 'hx-swap': 'outerHTML' })

/** What a form that decides about an item in its place sends. */
const ItemFields = ({ item }: { item: ReviewItem }) => <Hidden item={writeKey(keyOf(item))} in_place />

/** The buttons that decide about an item in its place. What needs a reason has a form of its own. */
function Decisions({ item, offered }: { item: ReviewItem; offered: readonly Offer[] }) {
  const buttons = offered.filter(({ action }) => action !== 'decline')
  if (buttons.length === 0) return null
  return (
    <form class="button-row" method="post" action="/review" {...inPlace('/review')}>
      <ItemFields item={item} />
      {buttons.map((offer) => (
        <button
          key={offer.action}
          type="submit"
          class="button plain"
          name="action"
          value={offer.action}
          aria-keyshortcuts={offer.key}
        >
          {offer.label} <span class="visually-hidden">{keyOf(item).name}</span>
          <Shortcut keys={offer.key} />
        </button>
      ))}
    </form>
  )
}

/** Asks somebody who used a suggested name what it means. */
function Ask({ name, item }: { name: string; item: string }) {
  return (
    <form class="ask" method="post" action="/review/ask" {...inPlace('/review/ask')}>
      <Hidden item={item} />
      <button type="submit" class="button plain" aria-keyshortcuts="s">
        Ask someone who used it<span class="visually-hidden">: {name}</span>
        <Shortcut keys="s" />
      </button>
    </form>
  )
}

/** `saysWhy`: whether nothing else on the card says why the term is known to be wrong. */
function TermHeading({ term, saysWhy = true }: { term: Term; saysWhy?: boolean }) {
  return (
    <h2>
      <a href={`/terms/${term.id}`} dir="auto">
        {term.name}
      </a>{' '}
      {term.full_name && <i dir="auto">{term.full_name}</i>} <TermStatus term={term} saysWhy={saysWhy} />
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
      {isExplained(term) && !disputes && <p dir="auto">{excerpt(term.definition)}</p>}
      {disputes && <Reports disputes={disputes} />}
      {evidence && <Quote {...evidence} />}
      {evidence && <Sightings {...evidence} />}
      {item.language !== undefined && (
        <p class="facts">
          <span>The {languageName(item.language)} translation is out of date</span>
        </p>
      )}
      {kind === 'stale' && (
        <p class="facts">
          <Dated what="Last confirmed" at={term.last_confirmed_at} />
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

/** Whether a term, rather than the other, is to remain when they are merged. */
function isMoreTrusted(term: Term, other: Term): boolean {
  const byStatus = statuses.indexOf(term.status) - statuses.indexOf(other.status)
  return byStatus > 0 || (byStatus === 0 && term.vote_count > other.vote_count)
}

/** Links to pages on which other decisions about an item are made. */
function Elsewhere({ kind, term, other, proposal, language }: ReviewItem) {
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
  if (language !== undefined) {
    return (
      <a href={`/terms/${term.id}/translations/${language}`} aria-keyshortcuts="e">
        Bring it up to date <span class="visually-hidden">{term.name}</span>
      </a>
    )
  }
  if (kind === 'stale') {
    return (
      <a href={`/terms/${term.id}/edit`} aria-keyshortcuts="e">
        Edit <span class="visually-hidden">{term.name}</span>
      </a>
    )
  }
  return null
}
