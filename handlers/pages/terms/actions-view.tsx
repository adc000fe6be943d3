import type { ComponentChildren } from 'preact'
import { isExplained } from '../../../lib/glossary/unexplained.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { CopyAnswer } from '../../../lib/web/parts/answer-card.tsx'
import { Field, Hidden, Submit, shownAgain } from '../../../lib/web/parts/form.tsx'
import { ImpactList } from '../../../lib/web/parts/impact.tsx'
import { StopUnderlining, stopUnderliningId, stopUnderliningLabel } from '../../../lib/web/parts/stop-underlining.tsx'
import { agreement } from '../../../lib/web/parts/translated.tsx'
import { isInDoubt } from './banner-view.tsx'
import type { Feedback, TermView } from './read-term.ts'

/** What most readers do about a term, and the menu with the rest. */
export function MainActions(view: TermView) {
  const { term, answer, reader } = view
  const isSuggested = term.status === 'suggested'
  const mayConfirm = answer.mayConfirm && !isInDoubt(view)
  const isDue = mayConfirm && term.is_stale && term.owner?.id === reader.id
  return (
    <div class="term-actions">
      {isDue && (
        <TermActionButton term={term} action="confirm">
          Still right
        </TermActionButton>
      )}
      <Vote {...view} isMain={!isDue && !isSuggested && term.owner?.id !== reader.id} />
      <a class={isSuggested ? 'button' : 'button plain'} href={`/terms/${term.id}/edit`}>
        {isSuggested ? 'Write a definition' : answer.mayEdit ? 'Edit' : 'Propose a change'}
      </a>
      <Menu {...view} mayConfirm={mayConfirm && !isDue} />
    </div>
  )
}

/** Nobody is asked to agree with what is replaced, known to be wrong or not explained. */
function Vote({ term, answer, isMain }: TermView & { isMain: boolean }) {
  const isReplaced = answer.relations.some(({ kind }) => kind === 'replaced_by')
  if (answer.hasVoted) {
    return (
      <TermActionButton term={term} action="unvote" id="vote-button" look="quiet">
        Remove my vote
      </TermActionButton>
    )
  }
  if (isReplaced || term.needs_correction || !isExplained(term)) return null
  return (
    <TermActionButton term={term} action="vote" id="vote-button" look={isMain ? 'main' : 'plain'}>
      {agreement(term)}
    </TermActionButton>
  )
}

function Menu({ term, answer, reader, origin, mayConfirm }: TermView & { mayConfirm: boolean }) {
  const isUnderlined = term.in_texts !== 'never' && answer.mayEdit
  return (
    <details class="menu more-actions">
      <summary>
        <span aria-hidden="true">⋯</span>
        <span class="visually-hidden">More actions</span>
      </summary>
      <div>
        {term.definition && <CopyAnswer term={term} />}
        <CopyLink path={`/terms/${term.id}`} origin={origin} />
        {/* Owners hear about changes anyway. */}
        {term.owner?.id !== reader.id && (
          <TermActionButton
            term={term}
            action={answer.isFollowed ? 'unfollow' : 'follow'}
            id="follow-button"
            look="entry"
          >
            {answer.isFollowed ? 'Stop following' : 'Follow this term'}
          </TermActionButton>
        )}
        {mayConfirm && (
          <TermActionButton term={term} action="confirm" look="entry">
            Still right
          </TermActionButton>
        )}
        <a href="#reason">Something is off</a>
        {(isUnderlined || reader.isEditor) && <hr />}
        {isUnderlined && <a href={`#${stopUnderliningId}`}>{stopUnderliningLabel}</a>}
        {reader.isEditor && <a href={`/terms/${term.id}/merge`}>Merge with…</a>}
        {reader.isEditor && <a href="#delete">Delete…</a>}
      </div>
    </details>
  )
}

/** The forms of the menu, each of which is shown once its link was followed. */
export function OnDemand(view: TermView & Feedback) {
  const { term, answer, reader } = view
  return (
    <>
      <ReportProblem {...view} />
      {term.in_texts !== 'never' && answer.mayEdit && (
        <Part id={stopUnderliningId} label="Stop underlining it">
          <StopUnderlining term={term} quick />
        </Part>
      )}
      {reader.isEditor && <Delete {...view} />}
    </>
  )
}

type PartProps = { id: string; label: string; isOpen?: boolean; children: ComponentChildren }

const Part = ({ id, label, isOpen = false, children }: PartProps) => (
  <section id={id} class={`on-demand screen-only ${isOpen ? 'is-open' : ''}`.trim()} aria-label={label}>
    {children}
    <a href="#term">Cancel</a>
  </section>
)

function ReportProblem({ term, refused }: TermView & Feedback) {
  const { isOpen, errors, value } = shownAgain(refused, `/terms/${term.id}/dispute`)
  return (
    <Part id="report" label="Something is off" isOpen={isOpen}>
      <TermActionForm term={term} action="dispute">
        <Field name="reason" label="Reason" hint={describeConsequences(term)} errors={errors}>
          {(props) => <textarea {...props} required rows={3} value={value('reason')} />}
        </Field>
        <Submit>Send report</Submit>
      </TermActionForm>
    </Part>
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

function Delete({ term, impact, returnTo = '/' }: TermView & Feedback) {
  return (
    <Part id="delete" label="Delete it">
      <form class="stack" method="post" action={`/terms/${term.id}/delete`}>
        <p>
          This permanently deletes {term.name} and its votes. The audit log keeps a copy of the term. If the definition
          is only wrong, edit or report it instead.
        </p>
        {impact && <ImpactList impact={impact} />}
        <Hidden version={term.version} />
        {/* Only the request of the whole page says where the reader came from. */}
        <input type="hidden" id="return-to" name="return_to" value={returnTo} hx-preserve />
        <Submit>Delete permanently</Submit>
      </form>
    </Part>
  )
}

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

type ActionProps = { term: Pick<Term, 'id'>; action: string; children: ComponentChildren }

/** Sends what the reader does about a term, which its page then shows. */
export function TermActionForm({ term, action, children }: ActionProps) {
  const path = `/terms/${term.id}/${action}`
  return (
    <form class="stack" method="post" action={path} hx-post={path}>
      {children}
    </form>
  )
}

type ButtonProps = ActionProps & { id?: string; look?: keyof typeof looks }

const looks = { main: 'button', plain: 'button plain', quiet: 'quiet', entry: undefined }

export function TermActionButton({ id, look = 'main', children, ...form }: ButtonProps) {
  return (
    <TermActionForm {...form}>
      <button type="submit" class={looks[look]} id={id}>
        {children}
      </button>
    </TermActionForm>
  )
}
