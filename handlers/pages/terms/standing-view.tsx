import { isExplained } from '../../../lib/glossary/unexplained.ts'
import { describeDisputed, stateOf, stateWords } from '../../../lib/schemas/states.ts'
import { type Status, statuses } from '../../../lib/schemas/term.ts'
import { nameAction } from '../../../lib/web/parts/answer-card.tsx'
import { Field, Submit, shownAgain } from '../../../lib/web/parts/form.tsx'
import { moreVotes, StaleMark, StatusMark, TermStatus } from '../../../lib/web/parts/marks.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { TermActionButton, TermActionForm } from './actions-view.tsx'
import { isInDoubt } from './banner-view.tsx'
import type { Feedback, TermView } from './read-term.ts'

/** How far a term can be trusted, in one line; it unfolds to what that means, and what the reader can do about it. */
export function TermStanding(view: TermView & Feedback) {
  const { term, answer, refused } = view
  const isRefused = shownAgain(refused, `/terms/${term.id}/promote`).isOpen
  return (
    <div class="term-standing">
      <details open={isRefused}>
        <summary class="facts">
          <TermStatus term={term} saysWhy={false} />
          {isExplained(term) && <span>{counted(term.vote_count, 'vote')}</span>}
          <span dir="auto">{ownerName(view)}</span>
          {isExplained(term) && (
            <span>
              {nameAction(answer.lastAction)} <RelativeTime at={answer.lastActionAt} />
            </span>
          )}
          {term.is_stale && <StaleMark />}
        </summary>
        <Meaning {...view} />
        <StatusSteps {...view} />
        <Votes {...view} />
        <Ownership {...view} />
        {view.reader.isEditor && !isInDoubt(view) && <Approval {...view} />}
      </details>
      {term.category && (
        <a class="subject" dir="auto" href={buildUrl('/browse', { category: term.category })}>
          {term.category}
        </a>
      )}
      {term.in_texts !== 'auto' && <span class="fine">{underlining[term.in_texts]}</span>}
    </div>
  )
}

const underlining = { exact: 'Texts underline it only as it is written', never: 'Texts do not underline it' }

function ownerName({ term: { owner }, details, reader }: TermView): string {
  if (owner === null) return 'No owner'
  if (owner.id === reader.id) return 'You own it'
  return details.is_owner_active ? owner.display_name : `${owner.display_name} (deactivated)`
}

/** What a report, or one that was right, means for the status. */
function Meaning({ term }: TermView) {
  if (describeDisputed(term) === null) return null
  return <p>{stateWords[stateOf(term)].meaning}</p>
}

function StatusSteps(view: TermView) {
  return (
    <ol class="status-steps" reversed>
      {[...statuses].reverse().map((status) => (
        <Step key={status} status={status} view={view} />
      ))}
    </ol>
  )
}

/** A status, with what it means if the term has it, or what the term needs for it. */
function Step({ status, view: { term, next } }: { status: Status; view: TermView }) {
  return (
    <li aria-current={status === term.status ? 'step' : undefined}>
      <StatusMark status={status} />
      {status === stateOf(term) && <p>{stateWords[status].meaning}</p>}
      {status === next?.to && <p>{describeRequirements(next)}</p>}
    </li>
  )
}

function describeRequirements({ missingVotes, requiresEditor }: NonNullable<TermView['next']>): string {
  const votes = moreVotes(missingVotes)
  if (!requiresEditor) return `Needs ${votes}`
  return missingVotes > 0 ? `Needs ${votes} and an editor’s approval` : 'Needs an editor’s approval'
}

const Votes = (view: TermView) => (
  <p class="votes">
    <b>{view.term.vote_count}</b> {view.term.vote_count === 1 ? 'vote' : 'votes'}
    {describeVotes(view)}
  </p>
)

function describeVotes({ term: { vote_count }, answer, details: { earlier_votes } }: TermView) {
  const yours = answer.hasVoted ? ', including yours' : ''
  if (earlier_votes === 0) return yours
  const all = vote_count === 1 ? '' : 'all '
  const earlier = earlier_votes === vote_count ? all : `${earlier_votes} of them `
  return `${yours}, ${earlier}for an earlier text`
}

function Ownership({ term, mayClaim, reader }: TermView) {
  const { owner } = term
  if (owner?.id === reader.id) {
    return (
      <TermActionButton term={term} action="disown" look="plain">
        Give up ownership
      </TermActionButton>
    )
  }
  if (!mayClaim) return null
  return (
    <TermActionButton term={term} action="claim" look="plain">
      Take ownership
    </TermActionButton>
  )
}

/** What an editor can do for the status of a term. */
function Approval({ term, next, refused }: TermView & Feedback) {
  const { isOpen, errors, value } = shownAgain(refused, `/terms/${term.id}/promote`)
  if (!next) return null
  if (next.requiresEditor) {
    if (next.missingVotes > 0) return null
    return (
      <TermActionButton term={term} action="official" look="plain">
        Make official
      </TermActionButton>
    )
  }
  return (
    <details class="form-fold" open={isOpen}>
      <summary class="button plain">Approve as {stateWords[next.to].name.toLowerCase()}</summary>
      <TermActionForm term={term} action="promote">
        <Field
          name="note"
          label="Note"
          hint="Optional. Why you are approving it. It is shown in the history."
          errors={errors}
        >
          {(props) => <textarea {...props} rows={2} value={value('note')} />}
        </Field>
        <Submit plain>Approve</Submit>
      </TermActionForm>
    </details>
  )
}
