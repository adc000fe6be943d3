import { unexplained } from '../../../lib/glossary/unexplained.ts'
import type { Dispute } from '../../../lib/schemas/dispute.ts'
import { Correction, mayAnswer, Reports } from '../../../lib/web/correction.tsx'
import { CopyAnswer, SeeAlso } from '../../../lib/web/parts/answer-card.tsx'
import { LinkedText, TermLinks } from '../../../lib/web/parts/linked-text.tsx'
import { StaleMark, TermStatus, WrongNote } from '../../../lib/web/parts/marks.tsx'
import { NeverMark } from '../../../lib/web/parts/never-mark.tsx'
import { FullName, OtherNames } from '../../../lib/web/parts/other-names.tsx'
import { PagePart } from '../../../lib/web/parts/part.tsx'
import { ReplacedBy } from '../../../lib/web/parts/relations.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { OpenProposals } from '../../../lib/web/proposals.tsx'
import { Entries } from './history-view.tsx'
import { Meanings } from './meanings-view.tsx'
import type { Feedback, TermView } from './read-term.ts'
import { Relate, Relations } from './relate-view.tsx'
import { TermPanel } from './term-panel-view.tsx'

/** A term with its actions, other meanings and history; htmx replaces the section. */
export function TermPage(view: TermView & Feedback) {
  const { term, notice, isPart } = view
  return (
    <PagePart id="term" class="term-page" label={term.name} says={isPart && notice}>
      <Article {...view} />
      <OpenProposals {...view} />
      <OtherMeanings {...view} />
      <TermPanel {...view} />
      <RecentHistory {...view} />
    </PagePart>
  )
}

function Article(view: TermView & Feedback) {
  const { term, answer, disputes, reader, origin } = view
  const isInForm = disputes.total > 0 && mayAnswer(reader, term)
  const isSuggested = term.status === 'suggested'
  return (
    <article class="term">
      <ReplacedBy {...answer} />
      <header class="term-header">
        <h1 dir="auto">{term.name}</h1>
        <FullName {...term} />
        <OtherNames {...term} />
      </header>
      <WrongNote term={term} />
      <UnsettledReports {...view} />
      <UnsavedText {...view} />
      {/* The form that corrects the text shows it already. */}
      <p class={isInForm ? 'definition print-only' : 'definition'} dir="auto">
        <LinkedText text={term.definition || unexplained} links={answer.links} />
      </p>
      <Relations {...view} />
      <TermLinks {...term} />
      <p class="facts">
        <TermStatus term={term} saysWhy={false} />
        {term.category && (
          <a class="subject" dir="auto" href={buildUrl('/browse', { category: term.category })}>
            {term.category}
          </a>
        )}
        {term.is_stale && <StaleMark />}
      </p>
      <div class="actions">
        <a class={isSuggested ? 'button' : 'button plain'} href={`/terms/${term.id}/edit`}>
          {isSuggested ? 'Write a definition' : answer.mayEdit ? 'Edit' : 'Propose a change'}
        </a>
        <a class="report-link" href="#reason">
          Something is off
        </a>
        {term.definition && <CopyAnswer term={term} />}
        <CopyLink path={`/terms/${term.id}`} origin={origin} />
        {term.in_texts === 'auto' && answer.mayEdit && <NeverMark id={term.id} />}
      </div>
      {term.in_texts !== 'auto' && <p class="fine">{marking[term.in_texts]}</p>}
      <SeeAlso details={answer} />
      <LearnedNames {...view} />
      <Relate {...view} />
    </article>
  )
}

const marking = { exact: 'Texts mark it only as it is written.', never: 'Texts do not mark it.' }

const maxOtherMeanings = 8

function OtherMeanings({ term, otherMeanings }: TermView) {
  if (otherMeanings.length === 0) return null
  return (
    <section class="page-section other-meanings">
      <h2>Other meanings of {term.name}</h2>
      <Meanings terms={otherMeanings.slice(0, maxOtherMeanings)} />
      {otherMeanings.length > maxOtherMeanings && (
        <p>
          <a href={buildUrl('/browse', { name: term.name })}>See all {otherMeanings.length + 1} meanings</a>
        </p>
      )}
    </section>
  )
}

function RecentHistory({ term, history, answer }: TermView) {
  return (
    <section class="page-section">
      <h2>History</h2>
      <Entries items={history.items} termId={term.id} mayRevert={answer.mayEdit} isNewest />
      <p class="screen-only">
        <a href={`/terms/${term.id}/history`}>Full history</a>
      </p>
    </section>
  )
}

/** The problems reported with a term that are not settled, and what the reader can do about them. */
function UnsettledReports({ term, disputes, reader, refused }: TermView & Feedback) {
  const { items, total } = disputes
  if (total === 0) return null
  const own = items.find(({ opened_by, resolution }) => opened_by.id === reader.id && resolution === null)
  return (
    <section aria-label="Reports">
      <Reports disputes={items} />
      {total > items.length && (
        <p class="fine">{total - items.length} more problems are reported. They appear here as these are resolved.</p>
      )}
      {mayAnswer(reader, term) && (
        <Correction
          {...{ term, disputes: items, reader, refused }}
          place={{ id: 'report', path: `/terms/${term.id}/answer`, replaces: '#term' }}
        />
      )}
      {own && <Withdraw {...own} />}
    </section>
  )
}

/** A better text that came too late: the form that would show it again is gone with the reports. */
function UnsavedText({ disputes, refused }: TermView & Feedback) {
  const isCorrection = refused?.values.get('answer') === 'correct'
  if (!isCorrection || disputes.total > 0) return null
  return (
    <p class="notice">
      Your text was not saved: <q dir="auto">{refused?.values.get('definition')}</q>
    </p>
  )
}

function Withdraw({ id }: Dispute) {
  const path = `/disputes/${id}/resolve`
  return (
    <form method="post" action={path} hx-post={path}>
      <button type="submit" class="quiet" name="resolution" value="withdrawn">
        Withdraw my report
      </button>
    </form>
  )
}

/** The names that people use for a term, one in each line, with a link to where one decides about them. */
const LearnedNames = ({ learned }: Pick<TermView, 'learned'>) =>
  learned.map(({ id, name, people }) => (
    <p class="fine" key={id}>
      {people} people looked for “<span dir="auto">{name}</span>” and went on to this term.{' '}
      <a href="/review?kind=alias">Is it another name?</a>
    </p>
  ))

type CopyLinkProps = {
  path: string
  /** the origin of the glossary, as others reach it */
  origin: string
}

/** A button that copies the link that people share. The address is shown only if the browser refuses to copy. */
export function CopyLink({ path, origin }: CopyLinkProps) {
  return (
    <>
      <button type="button" class="quiet with-js" data-copies="shared-link">
        Copy <span>link</span>
      </button>
      <span id="shared-link" class="shared-link" hidden>
        {origin + path}
      </span>
    </>
  )
}
