import type { ComponentChildren } from 'preact'
import { describeDisputed } from '../../../lib/glossary/disputed-words.ts'
import { isExplained } from '../../../lib/glossary/unexplained.ts'
import type { AnswerDetails } from '../../../lib/lookup/answer-details.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { nameAction } from '../../../lib/web/parts/answer-card.tsx'
import { Field, Refusal, Submit, shownAgain } from '../../../lib/web/parts/form.tsx'
import { ImpactList } from '../../../lib/web/parts/impact.tsx'
import { statusNames } from '../../../lib/web/parts/marks.tsx'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import type { Feedback, TermView } from './read-term.ts'
import { StatusSteps } from './status-view.tsx'

/** The status, votes and owner of a term, with what the reader can do about them. */
export function TermPanel(view: TermView & Feedback) {
  const { term, notice, isPart, refused, disputes } = view
  const isBoxShown = disputes.total > 0
  return (
    <aside class="term-panel" aria-label="Status and actions">
      {/* The box beside the reports says itself why it was refused. */}
      {refused && !(isBoxShown && refused.path === actionPath(term, 'answer')) && <Refusal problem={refused.problem} />}
      {isPart && notice && (
        <p class="notice" tabindex={-1}>
          {notice}
        </p>
      )}
      <StatusAndVotes {...view} />
      <Ownership {...view} />
      <Following {...view} />
      <ReportProblem {...view} />
      {view.reader.isEditor && <EditorActions {...view} />}
    </aside>
  )
}

const wrongMeaning = 'Votes count, but nobody can approve it until its text changes.'
const disputedMeaning = 'Someone reported a problem that nobody has resolved yet.'

function StatusAndVotes(view: TermView) {
  const { term, answer, reader } = view
  const disputed = describeDisputed(term)
  // What others should do is not the main action of the owner.
  const isMain = term.status !== 'suggested' && term.owner?.id !== reader.id
  return (
    <section>
      <h2 class="label">Status</h2>
      {disputed && (
        <p>
          <b>{disputed}</b>. {term.needs_correction ? wrongMeaning : disputedMeaning}
        </p>
      )}
      <StatusSteps {...view} />
      <p class="votes">
        <b>{term.vote_count}</b> {term.vote_count === 1 ? 'vote' : 'votes'}
        {describeVotes(view)}
      </p>
      {answer.hasVoted ? (
        <ActionButton term={term} action="unvote" id="vote-button" look="quiet">
          Remove my vote
        </ActionButton>
      ) : (
        <ActionButton term={term} action="vote" id="vote-button" look={isMain ? undefined : 'plain'}>
          I agree
        </ActionButton>
      )}
    </section>
  )
}

function describeVotes({ term: { vote_count }, answer, details: { earlier_votes } }: TermView) {
  const yours = answer.hasVoted ? ', including yours' : ''
  if (earlier_votes === 0) return yours
  const all = vote_count === 1 ? '' : 'all '
  const earlier = earlier_votes === vote_count ? all : `${earlier_votes} of them `
  return `${yours}, ${earlier}for an earlier text`
}

/** Nobody has confirmed a term that was only added or changed. */
function describeUpdate({ is_stale }: Term, action: AnswerDetails['lastAction']): string {
  const name = nameAction(action)
  return is_stale ? `May be out of date: ${name.toLowerCase()}` : name
}

function Ownership({ term, answer, details, mayClaim, reader }: TermView) {
  const { owner } = term
  const isMine = owner?.id === reader.id
  return (
    <section>
      <h2 class="label">Owner</h2>
      <p>
        {owner === null ? 'No owner' : isMine ? 'You' : owner.display_name}
        {owner && !details.is_owner_active && ' (deactivated)'}
      </p>
      {isExplained(term) && (
        <p class={term.is_stale ? 'stale' : 'fine'}>
          {describeUpdate(term, answer.lastAction)} <RelativeTime at={term.last_confirmed_at} />
        </p>
      )}
      <div class="button-row">
        {(isMine || reader.isEditor) && (
          <ActionButton term={term} action="confirm" look={term.is_stale && isMine ? undefined : 'plain'}>
            Still right
          </ActionButton>
        )}
        {mayClaim && (
          <ActionButton term={term} action="claim" look={owner === null ? 'plain' : 'quiet'}>
            Take ownership
          </ActionButton>
        )}
        {isMine && (
          <ActionButton term={term} action="disown" look="quiet">
            Give up ownership
          </ActionButton>
        )}
      </div>
    </section>
  )
}

/** Owners hear about changes anyway. */
function Following({ term, answer, reader }: TermView) {
  if (term.owner?.id === reader.id) return null
  return (
    <section class="screen-only">
      <h2 class="label">Changes</h2>
      {answer.isFollowed ? (
        <ActionButton term={term} action="unfollow" id="follow-button" look="quiet">
          Stop following
        </ActionButton>
      ) : (
        <ActionButton term={term} action="follow" id="follow-button" look="plain">
          Follow this term
        </ActionButton>
      )}
    </section>
  )
}

function ReportProblem({ term, refused }: TermView & Feedback) {
  const { isOpen, errors, value } = shownAgain(refused, actionPath(term, 'dispute'))
  return (
    <section class="screen-only">
      <h2 class="label">Report</h2>
      <details open={isOpen}>
        <summary>Something is off</summary>
        <ActionForm term={term} action="dispute">
          <Field name="reason" label="Reason" hint={describeConsequences(term)} errors={errors}>
            {(props) => <textarea {...props} required rows={3} value={value('reason')} />}
          </Field>
          <Submit plain>Send report</Submit>
        </ActionForm>
      </details>
    </section>
  )
}

function describeConsequences({ status, vote_count, owner }: Term): string {
  const losesStatus = status === 'community' || status === 'official'
  const parts = [
    vote_count > 0 && (vote_count === 1 ? 'removes the vote' : `removes the ${vote_count} votes`),
    losesStatus && 'moves the term back to pending',
    owner && 'notifies the owner',
  ].filter((part) => typeof part === 'string')
  const list = new Intl.ListFormat('en').format(parts)
  return list ? `A report ${list}.` : 'The report is shown on this page and in the history.'
}

/** Actions that require the role editor or admin. */
function EditorActions(view: TermView & Feedback) {
  const { term, next, refused, impact, returnTo = '/' } = view
  const { isOpen, errors, value } = shownAgain(refused, actionPath(term, 'promote'))
  const isDisputed = describeDisputed(term) !== null
  return (
    <section class="screen-only">
      <h2 class="label">For editors</h2>
      {next && !next.requiresEditor && !isDisputed && (
        <details open={isOpen}>
          <summary>Approve as {statusNames[next.to].toLowerCase()}</summary>
          <ActionForm term={term} action="promote">
            <Field
              name="note"
              label="Note"
              hint="Optional. Why you are approving it. It is shown in the history."
              errors={errors}
            >
              {(props) => <textarea {...props} rows={2} value={value('note')} />}
            </Field>
            <Submit plain>Approve</Submit>
          </ActionForm>
        </details>
      )}
      {next?.requiresEditor && next.missingVotes === 0 && !isDisputed && (
        <ActionButton term={term} action="official" look="plain">
          Make official
        </ActionButton>
      )}
      <p>
        <a href={`/terms/${term.id}/merge`}>Merge with…</a>
      </p>
      <details>
        <summary>Delete</summary>
        <form class="stack" method="post" action={`/terms/${term.id}/delete`}>
          <p>
            This permanently deletes {term.name} and its votes. The audit log keeps a copy of the term. If the
            definition is only wrong, edit or report it instead.
          </p>
          {impact && <ImpactList impact={impact} />}
          <input type="hidden" name="version" value={term.version} />
          {/* Only the request of the whole page says where the reader came from. */}
          <input type="hidden" id="return-to" name="return_to" value={returnTo} hx-preserve />
          <Submit plain>Delete permanently</Submit>
        </form>
      </details>
    </section>
  )
}

type ActionProps = {
  term: Term
  /** the last segment of the path that the form is sent to */
  action: string
  children: ComponentChildren
}

const actionPath = ({ id }: Term, action: string) => `/terms/${id}/${action}`

/** A form that changes a term and leads back to it. */
function ActionForm({ term, action, children }: ActionProps) {
  const path = actionPath(term, action)
  return (
    <form class="stack" method="post" action={path} hx-post={path}>
      {children}
    </form>
  )
}

/** A form that is only a button. */
function ActionButton({ id, look, children, ...form }: ActionProps & { id?: string; look?: 'plain' | 'quiet' }) {
  const kind = look === 'quiet' ? 'quiet' : `button ${look ?? ''}`.trim()
  return (
    <ActionForm {...form}>
      <button type="submit" class={kind} id={id}>
        {children}
      </button>
    </ActionForm>
  )
}
