import { inChosenLanguage } from '../../../lib/glossary/translated.ts'
import { unexplained } from '../../../lib/glossary/unexplained.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { LinkedText, TermLinks } from '../../../lib/web/parts/linked-text.tsx'
import { FullName, OtherNames } from '../../../lib/web/parts/other-names.tsx'
import { PagePart } from '../../../lib/web/parts/part.tsx'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { Definition, OriginalText, TranslatedName, TranslationNote } from '../../../lib/web/parts/translated.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { OpenProposals } from '../../../lib/web/proposals.tsx'
import { MainActions, OnDemand } from './actions-view.tsx'
import { TermBanner, UnsavedText } from './banner-view.tsx'
import { describeEvent, Entries, Revert } from './history-view.tsx'
import { Meanings } from './meanings-view.tsx'
import { TermNotice } from './notice-view.tsx'
import type { Feedback, TermView } from './read-term.ts'
import { Related } from './related-view.tsx'
import { TermStanding } from './standing-view.tsx'

/** A term with its actions, other meanings and history; htmx replaces the section. */
export function TermPage(view: TermView & Feedback) {
  const { term, notice, isPart } = view
  return (
    <PagePart id="term" class="term-page" label={term.name} says={isPart && notice}>
      <TermNotice {...view} />
      <Article {...view} />
      <OpenProposals {...view} />
      <Related {...view} />
      <Sources {...term} />
      <OtherMeanings {...view} />
      <RecentHistory {...view} />
    </PagePart>
  )
}

function Article(view: TermView & Feedback) {
  const { term, answer } = view
  return (
    <article class="term">
      <header class="term-header">
        <div>
          <h1 dir="auto">
            <TranslatedName term={term} />
          </h1>
          <FullName {...term} />
          <OtherNames {...term} />
        </div>
        <MainActions {...view} />
      </header>
      <OnDemand {...view} />
      <TermBanner {...view} />
      <UnsavedText {...view} />
      <Definition term={term}>
        <LinkedText text={inChosenLanguage(term).definition || unexplained} links={answer.links} />
      </Definition>
      <TranslationNote term={term}>{answer.mayEdit && <Update {...term} />}</TranslationNote>
      <OriginalText term={term} />
      <TermStanding {...view} />
    </article>
  )
}

/** Leads to the form of a translation that is out of date. */
const Update = ({ id, translation }: Term) =>
  translation?.is_outdated && (
    <>
      {' '}
      <a href={`/terms/${id}/translations/${translation.language}`}>Bring it up to date</a>
    </>
  )

function Sources({ links }: Pick<Term, 'links'>) {
  if (links.length === 0) return null
  return (
    <section class="page-section">
      <h2>Where it comes from</h2>
      <TermLinks links={links} />
    </section>
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
          <a href={buildUrl('/browse', { name: term.name })}>See all {otherMeanings.length + 1} meanings</a>
        </p>
      )}
    </section>
  )
}

/** The newest entries of the history, folded away below what happened last. */
function RecentHistory({ term, history: { items, total }, answer }: TermView) {
  const [last] = items
  return (
    <section class="page-section" aria-label="History">
      <details class="recent-history">
        <summary>
          <h2>History</h2>
          <span class="quiet show">Show</span>
          {last && (
            <span class="fine">
              {total === 1 ? '' : `${total} changes, last: `}
              {last.actor?.display_name ?? 'Discovery'} {describeEvent(last)} · <RelativeTime at={last.created_at} />
            </span>
          )}
        </summary>
        <Entries items={items} termId={term.id} mayRevert={answer.mayEdit} isNewest />
        <p class="screen-only">
          <a href={`/terms/${term.id}/history`}>Full history</a>
        </p>
      </details>
      {last && answer.mayEdit && last.term_id === term.id && <Revert entry={last} isCurrent />}
    </section>
  )
}
