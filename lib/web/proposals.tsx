import type { ComponentChildren } from 'preact'
import type { Slice } from '../db/slice.ts'
import { toTexts } from '../glossary/texts.ts'
import { conflictsOf, mayDecide } from '../review/proposals.ts'
import type { Proposal } from '../schemas/proposal.ts'
import type { Term } from '../schemas/term.ts'
import type { Reader } from './page.tsx'
import { ActionButton, Field, type RefusedForm, shownAgain } from './parts/form.tsx'
import { RelativeTime } from './parts/relative-time.tsx'
import { Changes } from './parts/word-diff.tsx'

type OpenProps = { term: Term; proposals: Slice<Proposal>; reader: Reader }

/** The proposals for a term that nobody has decided about, each with what the reader can do about it. */
export function OpenProposals({ term, proposals, reader }: OpenProps) {
  if (proposals.total === 0) return null
  const rest = proposals.total - proposals.items.length
  return (
    <section class="page-section proposals">
      <h2>Proposed changes</h2>
      {proposals.items.map((proposal) => (
        <article key={proposal.id} aria-label={`Change proposed by ${nameOf(proposal)}`}>
          <ProposedChange proposal={proposal} term={term} />
          <ProposalButtons {...{ proposal, term, reader }} />
        </article>
      ))}
      {rest > 0 && <p class="fine">{rest} more changes are proposed. They appear here as these are decided.</p>}
    </section>
  )
}

const nameOf = ({ proposed_by }: Proposal) => proposed_by.display_name

export function ProposedChange({ proposal, term }: { proposal: Proposal; term: Term }) {
  const { from, to } = proposedTexts(proposal, term)
  return (
    <>
      <p class="history-event">
        <b>{nameOf(proposal)}</b> proposed this change{' '}
        <span class="when">
          <RelativeTime at={proposal.created_at} />
        </span>
      </p>
      {proposal.note && <blockquote dir="auto">{proposal.note}</blockquote>}
      <Changes from={from} to={to} />
    </>
  )
}

/** What was decided about a proposal, and why. */
export function Outcome({ status, decided_by, decided_at, decision_note }: Proposal) {
  return (
    <>
      <p>
        <b>{decided_by?.display_name}</b> {outcomes[status]} this change{' '}
        {decided_at && <RelativeTime at={decided_at} />}.
      </p>
      {decision_note && <blockquote dir="auto">{decision_note}</blockquote>}
    </>
  )
}

const outcomes: Record<Proposal['status'], string> = {
  open: 'proposed',
  accepted: 'accepted',
  declined: 'declined',
  withdrawn: 'withdrew',
}

/** The texts before and after a proposed change; fields that it does not change are those of the term. */
export function proposedTexts({ changes }: Pick<Proposal, 'changes'>, term: Term) {
  const side = (which: 'from' | 'to') =>
    toTexts({
      ...term,
      ...Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[which]])),
    })
  return { from: side('from'), to: side('to') }
}

type ProposalButtonsProps = { proposal: Proposal; term: Term; reader: Reader; refused?: RefusedForm | undefined }

/** The buttons with which the reader can decide about a proposal, or withdraw their own. */
export function ProposalButtons({ proposal, term, reader, refused }: ProposalButtonsProps) {
  const path = `/proposals/${proposal.id}`
  const hasConflicts = Object.keys(conflictsOf(proposal, term)).length > 0
  return (
    <div class="stack">
      {mayDecide(reader, term) && (
        <div class="button-row">
          {hasConflicts ? (
            <a class="button plain" href={path}>
              Resolve conflicts
            </a>
          ) : (
            <ActionButton action={`${path}/accept`}>Accept change</ActionButton>
          )}
          <Decline proposal={proposal} refused={refused} />
        </div>
      )}
      {proposal.proposed_by.id === reader.id && (
        <ActionButton action={`${path}/withdraw`} look="quiet">
          Withdraw my proposal
        </ActionButton>
      )}
    </div>
  )
}

type DeclineProps = {
  proposal: Pick<Proposal, 'id' | 'proposed_by'>
  /** the name of the term, where the page has several proposals */
  about?: string
  refused?: RefusedForm | undefined
  /** fields that it sends, and where and how, if not to the page of the proposal */
  fields?: ComponentChildren
  sent?: { action: string } & Record<`hx-${string}`, string>
  button?: { name: string; value: string }
}

/** The form that declines a proposal, with a reason for whoever made it. It is folded away until then. */
export function Decline({ proposal, about, refused, fields, sent, button }: DeclineProps) {
  const { id, proposed_by } = proposal
  const path = `/proposals/${id}/decline`
  const { isOpen, errors, value } = shownAgain(refused, path)
  return (
    <details open={isOpen}>
      <summary class="button plain" aria-keyshortcuts={sent && 'd'}>
        Decline {about && <span class="visually-hidden">{about}</span>}
      </summary>
      <form class="stack" method="post" action={path} {...sent}>
        {fields}
        <Field
          name="note"
          id={`decline-note-${id}`}
          label="Why"
          hint={`${proposed_by.display_name} receives the reason.`}
          errors={errors}
        >
          {(props) => <input {...props} required value={value('note')} />}
        </Field>
        <button type="submit" class="button plain" {...button}>
          Decline change
        </button>
      </form>
    </details>
  )
}
