import { type Texts, textFields } from '../../glossary/merge.ts'
import type { HistoryEntry, Status, Term } from '../../schemas/term.ts'
import type { Person } from '../../schemas/user.ts'
import { Announcement } from '../parts/announcement.tsx'
import { excerpt } from '../parts/excerpt.ts'
import { statusNames } from '../parts/marks.tsx'
import { Pager, rangeOf } from '../parts/pager.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Changes, fieldNames } from './changes.tsx'
import { nameOf } from './people.ts'

type HistoryPageProps = {
  term: Term
  items: readonly HistoryEntry[]
  range: { total: number; offset: number; pageSize: number }
}

/** All that happened to a term. */
export function HistoryPage({ term, ...entries }: HistoryPageProps) {
  return (
    <>
      <header class="headword">
        <p class="label">
          <a href={`/terms/${term.id}`}>{term.name}</a>
        </p>
        <h1>History</h1>
      </header>
      <HistoryPart term={term} {...entries} />
    </>
  )
}

/** A page of a term's history: what htmx swaps. As a part of its own it says aloud where one is. */
export function HistoryPart({
  term,
  items,
  range,
  isPart,
}: HistoryPageProps & { isPart?: boolean }) {
  return (
    <>
      <section
        id="history"
        aria-label="What happened"
        hx-target="#history"
        hx-swap="outerHTML show:none"
      >
        <Entries items={items} />
        {items.length === 0 && (
          <p>
            The history ends before this page.{' '}
            <a href={`/terms/${term.id}/history`}>Back to the newest</a>
          </p>
        )}
        <Pager {...range} address={(offset) => `/terms/${term.id}/history?offset=${offset}`} />
      </section>
      {isPart && <Announcement text={rangeOf(range)} />}
    </>
  )
}

/** What happened to a term, the newest first: who, what and when. */
export function Entries({ items }: { items: readonly HistoryEntry[] }) {
  return (
    <ol class="history">
      {items.map((entry) => (
        <li key={entry.id}>
          <p class="deed">
            <b>{entry.actor ? nameOf(entry.actor) : 'The glossary itself'}</b> {deedOf(entry)}{' '}
            <span class="when">
              <RelativeTime at={entry.created_at} />
            </span>
          </p>
          {entry.note && <blockquote>{entry.note}</blockquote>}
          <Details {...entry} />
        </li>
      ))}
    </ol>
  )
}

function Details({ action, changes }: HistoryEntry) {
  if (action === 'created') {
    const { definition } = textsOf(changes, 'to')
    return definition ? <p class="first">{excerpt(definition)}</p> : null
  }
  if (action !== 'updated') return null
  const fields = textFields.filter((field) => field in changes)
  return <Changes from={textsOf(changes, 'from')} to={textsOf(changes, 'to')} fields={fields} />
}

/** What an entry tells of somebody. */
function deedOf({ action, changes }: HistoryEntry): string {
  const fields = textFields.filter((field) => field in changes)
  switch (action) {
    case 'created':
      return 'added it'
    case 'updated':
      return `changed the ${list(fields.map((field) => fieldNames[field].toLowerCase()))}`
    case 'status_changed':
      return `moved it from ${statusOf(changes, 'from')} to ${statusOf(changes, 'to')}`
    case 'disputed':
      return `disputed it${fall(changes)}`
    case 'confirmed':
      return 'confirmed that it is still right'
    case 'claimed':
      return handover(changes.owner)
  }
}

type Change = HistoryEntry['changes']

const textsOf = (changes: Change, side: 'from' | 'to') =>
  Object.fromEntries(textFields.map((field) => [field, changes[field]?.[side] ?? ''])) as Texts

const statusOf = (changes: Change, side: 'from' | 'to') =>
  statusNames[changes.status?.[side] as Status]?.toLowerCase() ?? 'something else'

function fall(changes: Change): string {
  const lost = Number(changes.vote_count?.from ?? 0)
  const parts = [
    lost > 0 && `${lost === 1 ? 'its vote was' : `its ${lost} votes were`} taken away`,
    changes.status && `it fell from ${statusOf(changes, 'from')} to ${statusOf(changes, 'to')}`,
  ].filter(Boolean)
  return parts.length > 0 ? `: ${parts.join(', ')}` : ''
}

function handover(owner: Change[string] | undefined): string {
  const [from, to] = [owner?.from, owner?.to] as (Person | null | undefined)[]
  if (!to) return 'gave it up'
  return from ? `took it over from ${nameOf(from)}` : 'became its owner'
}

const listed = new Intl.ListFormat('en')
const list = (words: readonly string[]) => listed.format(words)
