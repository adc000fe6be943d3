import { searchAddress } from '../home/home-query.ts'
import { Announcement } from '../parts/announcement.tsx'
import { StaleMark, StatusMark } from '../parts/marks.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Entries } from './history.tsx'
import { Meanings } from './meanings.tsx'
import { nameOf } from './people.ts'
import { TermPanel } from './term-panel.tsx'
import type { News, TermView } from './view.ts'

/** A term, and all that can be done with it: what htmx swaps. */
export function TermPage(view: TermView & News) {
  const { term, notice, isPart } = view
  return (
    <>
      <section
        id="term"
        class="folio"
        aria-label={term.name}
        hx-target="#term"
        hx-swap="outerHTML show:none"
      >
        <Article {...view} />
        <TermPanel {...view} />
        <Others {...view} />
        <Recent {...view} />
      </section>
      {isPart && notice && <Announcement text={notice} />}
    </>
  )
}

/** Names beyond this length are set smaller, in characters. */
const longName = 20

function Article({ term, details: { dispute } }: TermView) {
  const isLong = term.name.length > longName
  const isSuggested = term.status === 'suggested'
  return (
    <article class="term">
      <header class="headword">
        <h1 class={isLong ? 'long' : undefined}>{term.name}</h1>
        {term.full_name && <p class="full-name">{term.full_name}</p>}
      </header>
      {dispute && (
        <div class="dispute">
          <p>
            <b>Disputed</b> by {dispute.by ? nameOf(dispute.by) : 'somebody'}{' '}
            <RelativeTime at={dispute.at} />
            {dispute.reason ? ':' : '.'}
          </p>
          {dispute.reason && <blockquote>{dispute.reason}</blockquote>}
        </div>
      )}
      <p class="definition">{term.definition}</p>
      <p class="facts">
        <StatusMark status={term.status} />
        {term.category && (
          <a class="subject" href={searchAddress({ category: term.category })}>
            {term.category}
          </a>
        )}
        {term.is_stale && <StaleMark />}
      </p>
      <p class="actions">
        <a class={isSuggested ? 'button' : 'button plain'} href={`/terms/${term.id}/edit`}>
          {isSuggested ? 'Write what it means' : 'Edit'}
        </a>
      </p>
    </article>
  )
}

/** As many other meanings as the page shows. */
const mostOthers = 8

function Others({ term, others }: TermView) {
  if (others.length === 0) return null
  return (
    <section class="chapter">
      <h2>Other meanings of {term.name}</h2>
      <Meanings terms={others.slice(0, mostOthers)} />
      <p>
        {others.length > mostOthers && (
          <a href={searchAddress({ q: term.name })}>See all {others.length + 1} meanings</a>
        )}
      </p>
    </section>
  )
}

function Recent({ term, history }: TermView) {
  return (
    <section class="chapter recent">
      <h2>History</h2>
      <Entries items={history.items} />
      {history.total > history.items.length && (
        <p>
          <a href={`/terms/${term.id}/history`}>See all {history.total} entries</a>
        </p>
      )}
    </section>
  )
}
