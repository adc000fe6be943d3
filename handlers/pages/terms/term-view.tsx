import { unexplained } from '../../../lib/glossary/unexplained.ts'
import { Announcement } from '../../../lib/web/parts/announcement.tsx'
import { CopyAnswer, SeeAlso } from '../../../lib/web/parts/answer-card.tsx'
import { LinkedText } from '../../../lib/web/parts/linked-text.tsx'
import { StaleMark, TermStatus } from '../../../lib/web/parts/marks.tsx'
import { OtherNames } from '../../../lib/web/parts/other-names.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { OpenProposals } from '../../../lib/web/proposals.tsx'
import { CopyLink } from './copy-link-view.tsx'
import { Entries } from './history-view.tsx'
import { Meanings } from './meanings-view.tsx'
import { OpenDisputes } from './open-disputes-view.tsx'
import type { Feedback, TermView } from './read-term.ts'
import { TermPanel } from './term-panel-view.tsx'

/** A term with its actions, other meanings and history; htmx replaces the section. */
export function TermPage(view: TermView & Feedback) {
  const { term, notice, isPart } = view
  return (
    <>
      <section
        id="term"
        class="term-page"
        aria-label={term.name}
        hx-target="#term"
        hx-swap="outerHTML show:none"
      >
        <Article {...view} />
        <OpenProposals {...view} />
        <OtherMeanings {...view} />
        <TermPanel {...view} />
        <RecentHistory {...view} />
      </section>
      {isPart && notice && <Announcement text={notice} />}
    </>
  )
}

function Article(view: TermView & Feedback) {
  const { term, answer, origin, details } = view
  const isSuggested = term.status === 'suggested'
  return (
    <article class="term">
      <header class="term-header">
        <h1 dir="auto">{term.name}</h1>
        {term.full_name && (
          <p class="full-name" dir="auto">
            {term.full_name}
          </p>
        )}
        <OtherNames {...term} />
      </header>
      <OpenDisputes {...view} />
      <p class="definition" dir="auto">
        <LinkedText text={term.definition || unexplained} links={answer.links} />
      </p>
      <p class="facts">
        <TermStatus term={term} />
        {term.category && (
          <a class="subject" dir="auto" href={buildUrl('/browse', { category: term.category })}>
            {term.category}
          </a>
        )}
        {term.is_stale && <StaleMark />}
      </p>
      <p class="actions">
        <a class={isSuggested ? 'button' : 'button plain'} href={`/terms/${term.id}/edit`}>
          {isSuggested ? 'Write a definition' : details.mayEdit ? 'Edit' : 'Propose a change'}
        </a>
        <a class="report-link" href="#reason">
          Something is off
        </a>
        {term.definition && <CopyAnswer term={term} />}
      </p>
      <SeeAlso details={answer} />
      <CopyLink path={`/terms/${term.id}`} origin={origin} />
    </article>
  )
}

const maxOtherMeanings = 8

function OtherMeanings({ term, otherMeanings }: TermView) {
  if (otherMeanings.length === 0) return null
  return (
    <section class="page-section other-meanings">
      <h2>Other meanings of {term.name}</h2>
      <Meanings terms={otherMeanings.slice(0, maxOtherMeanings)} />
      {otherMeanings.length > maxOtherMeanings && (
        <p>
          <a href={buildUrl('/browse', { name: term.name })}>
            See all {otherMeanings.length + 1} meanings
          </a>
        </p>
      )}
    </section>
  )
}

function RecentHistory({ term, history, details }: TermView) {
  return (
    <section class="page-section">
      <h2>History</h2>
      <Entries items={history.items} termId={term.id} mayRevert={details.mayEdit} isNewest />
      <p>
        <a href={`/terms/${term.id}/history`}>Full history</a>
      </p>
    </section>
  )
}
