import { inChosenLanguage } from '../../glossary/translated.ts'
import { unexplained } from '../../glossary/unexplained.ts'
import type { AnswerDetails, AnsweredTerm } from '../../lookup/terms-to-details.ts'
import { describeWrong } from '../../schemas/states.ts'
import type { Term } from '../../schemas/term.ts'
import { ActionButton } from './form.tsx'
import { LinkedNames, LinkedText, TermLinks } from './linked-text.tsx'
import { TermFacts, WrongNote } from './marks.tsx'
import { FullName, OtherNames } from './other-names.tsx'
import { RelationLines, ReplacedBy } from './relations.tsx'
import { RelativeTime } from './relative-time.tsx'
import { agreement, Definition, TranslatedName, TranslationNote } from './translated.tsx'

/** A meaning; while one types, it has no details. */
export type ShownMeaning = Pick<AnsweredTerm, 'term'> & Partial<AnsweredTerm>

type AnswerCardProps = ShownMeaning & {
  /** shows the full name instead of the name */
  byFullName?: boolean
  /** whether another card has this name, so that the link has to say which meaning it leads to */
  isAmbiguous?: boolean
}

/** What a term means, in full, with what the reader can do about it. */
function AnswerCard({ term, details, byFullName = false, isAmbiguous = false }: AnswerCardProps) {
  const shown = inChosenLanguage(term)
  return (
    <article class="full-meaning" data-word={term.name}>
      {details && <ReplacedBy {...details} />}
      <h2 dir="auto">
        <a
          href={`/terms/${term.id}`}
          aria-label={isAmbiguous && !byFullName && term.full_name ? `${term.name} (${term.full_name})` : undefined}
        >
          {byFullName && shown.full_name ? shown.full_name : <TranslatedName term={term} />}
        </a>
      </h2>
      {!byFullName && <FullName {...term} />}
      <OtherNames {...term} />
      <WrongNote term={term} />
      <Definition term={term}>
        <LinkedText text={shown.definition || unexplained} links={details?.links} />
      </Definition>
      <TranslationNote term={term} />
      {details && <RelationLines of={term} {...details} />}
      <TermLinks {...term} />
      <TermFacts term={term} saysWhy={false} />
      {term.definition && details && <LastUpdate term={term} details={details} />}
      {details && <Actions term={term} details={details} />}
      {details && <SeeAlso details={details} />}
    </article>
  )
}

/** When and by whom a text was last changed or confirmed, and who owns the term. */
function LastUpdate({ term, details: { lastAction, lastActionAt, isByOwner } }: AnsweredTerm) {
  const { owner } = term
  return (
    <p class="fine">
      {nameAction(lastAction)} <RelativeTime at={lastActionAt} />
      {owner === null
        ? ' · No owner'
        : isByOwner
          ? ` by its owner, ${owner.display_name}`
          : ` · Owner: ${owner.display_name}`}
    </p>
  )
}

function Actions({ term, details: { mayConfirm, mayEdit, hasVoted, isFollowed } }: AnsweredTerm) {
  const path = `/terms/${term.id}`
  if (!term.definition) {
    return (
      <div class="card-actions">
        <a href={`${path}/edit`}>Write a definition</a>
        <ActionButton action={`${path}/${isFollowed ? 'unfollow' : 'follow'}`} look="quiet">
          {isFollowed ? 'Stop notifying me' : 'Notify me'}
          <About name={term.name} />
        </ActionButton>
      </div>
    )
  }
  return (
    <div class="card-actions">
      {(mayConfirm || !hasVoted) && !term.needs_correction && (
        <ActionButton action={`${path}/${mayConfirm ? 'confirm' : 'vote'}`} look="quiet">
          {mayConfirm ? 'Still right' : agreement(term)}
          <About name={term.name} />
        </ActionButton>
      )}
      <a href={`${path}#reason`}>
        Something is off
        <About name={term.name} />
      </a>
      <a href={`${path}/edit`}>
        {mayEdit ? 'Edit' : 'Propose a change'}
        <About name={term.name} />
      </a>
      <CopyAnswer term={term} />
    </div>
  )
}

/** Tells equal actions of several cards apart. */
const About = ({ name }: { name: string }) => <span class="visually-hidden">: {name}</span>

/** Copies the name, the definition, what is known to be wrong and the link as a text for Slack (assets/app.js). */
export function CopyAnswer({ term }: { term: Term }) {
  return (
    <button
      type="button"
      class="quiet with-js"
      data-copies-answer={`/terms/${term.id}`}
      data-name={term.name}
      data-warning={describeWrong(term) ?? undefined}
    >
      Copy <span>answer</span>
    </button>
  )
}

type SeeAlsoProps = { details: Pick<AnswerDetails, 'links' | 'namedIn'> }

/** Other names that help to understand a term: those in its definition, and those whose definitions name it. */
export function SeeAlso({ details: { links, namedIn } }: SeeAlsoProps) {
  const names = [...new Set([...links.map(({ name }) => name), ...namedIn])]
  if (names.length === 0) return null
  return (
    <p class="see-also">
      See also <LinkedNames names={names} />
    </p>
  )
}

type FullMeaningsProps = {
  meanings: readonly ShownMeaning[]
  /** whether the name is the heading of the page, so that full names tell the meanings apart */
  belowName?: boolean
}

/** What a word means, in full: the meanings stand side by side where there is room. */
export function FullMeanings({ meanings, belowName = false }: FullMeaningsProps) {
  const names = meanings.map(({ term }) => term.name)
  const byFullName = belowName && new Set(names).size === 1
  const isAmbiguous = (name: string) => names.indexOf(name) !== names.lastIndexOf(name)
  return (
    <div class="full-meanings">
      {meanings.map((each) => (
        <AnswerCard key={each.term.id} {...each} byFullName={byFullName} isAmbiguous={isAmbiguous(each.term.name)} />
      ))}
    </div>
  )
}

const names = { created: 'Added', updated: 'Changed', confirmed: 'Confirmed', reverted: 'Reverted' } as const

/** Names how a text was last changed or confirmed, before the time at which that was. */
export const nameAction = (action: AnswerDetails['lastAction']): string => names[action ?? 'confirmed']
