import { changedFields, fieldNames, type Texts, toTexts } from '../../../lib/glossary/texts.ts'
import { conflictsOf, mayDecide } from '../../../lib/review/proposals.ts'
import { aliasListNames, inputs, type TextField } from '../../../lib/schemas/content.ts'
import type { Conflicts, Proposal } from '../../../lib/schemas/proposal.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import type { Reader } from '../../../lib/web/page.tsx'
import { Choices, Field, Refusal, type RefusedForm, Submit } from '../../../lib/web/parts/form.tsx'
import { WordDiff } from '../../../lib/web/parts/word-diff.tsx'
import { Decline, Outcome, ProposalButtons, ProposedChange, proposedTexts } from '../../../lib/web/proposals.tsx'

type ProposalPageProps = {
  proposal: Proposal
  term: Term
  reader: Reader
  /** a decision that was refused */
  refused?: RefusedForm
}

export function ProposalPage({ proposal, term, reader, refused }: ProposalPageProps) {
  const conflicts = proposal.status === 'open' ? conflictsOf(proposal, term) : {}
  const hasConflicts = Object.keys(conflicts).length > 0
  return (
    <section class="proposals" aria-label={`Proposed change to ${term.name}`}>
      <header class="term-header">
        <p class="label">
          <a href={`/terms/${term.id}`}>{term.name}</a>
        </p>
        <h1>Proposed change</h1>
      </header>
      {refused && (refused.problem.code !== 'conflict' || !hasConflicts) && <Refusal {...refused} />}
      <ProposedChange proposal={proposal} term={term} />
      {proposal.status !== 'open' && <Outcome {...proposal} />}
      {proposal.status === 'open' &&
        (hasConflicts && mayDecide(reader, term) ? (
          <ResolveConflicts {...{ proposal, term, conflicts, refused }} />
        ) : (
          <ProposalButtons {...{ proposal, term, reader, refused }} />
        ))}
    </section>
  )
}

type ResolveProps = Pick<ProposalPageProps, 'proposal' | 'term'> & {
  conflicts: Conflicts
  refused: RefusedForm | undefined
}

/** Shows what both sides made of each field that has changed since, and asks for its final text. */
function ResolveConflicts({ proposal, term, conflicts, refused }: ResolveProps) {
  const { from: base, to: proposed } = proposedTexts(proposal, term)
  const current = toTexts(term)
  const fields = fieldsInConflict(conflicts, current, proposed)
  return (
    <section class="edit-conflict">
      <h2>The term has changed since</h2>
      <p>
        Someone else changed the same text after {proposal.proposed_by.display_name} had written this. Decide what the
        term should say.
      </p>
      <form class="stack" method="post" action={`/proposals/${proposal.id}/accept`}>
        {fields.map((field) => (
          <div class="stack" key={field}>
            <Versions {...{ field, base, current, proposed }} />
            <Field name={field} label={inputs[field].label} errors={refused?.problem.members.errors}>
              {(props) => {
                const value = refused?.values.get(field) ?? proposed[field] ?? ''
                const { entry, choices } = inputs[field]
                if (choices) return <Choices {...props} choices={choices} value={value} />
                return entry === 'text' ? (
                  <textarea {...props} required={inputs[field].isRequired} rows={6} value={value} />
                ) : (
                  <input {...props} value={value} />
                )
              }}
            </Field>
          </div>
        ))}
        <Submit>Accept with these texts</Submit>
      </form>
      <Decline proposal={proposal} refused={refused} />
    </section>
  )
}

/** The fields of the form for these conflicts. The lists of other names are decided together. */
function fieldsInConflict(conflicts: Conflicts, current: Texts, proposed: Texts): TextField[] {
  const lists: readonly TextField[] = aliasListNames
  return [
    ...changedFields(current, proposed).filter((field) => field in conflicts && !lists.includes(field)),
    ...('aliases' in conflicts ? lists : []),
  ]
}

type VersionsProps = { field: TextField; base: Texts; current: Texts; proposed: Texts }

function Versions({ field, base, current, proposed }: VersionsProps) {
  return (
    <dl class="versions">
      <div>
        <dt class="label">{fieldNames[field]}: now</dt>
        <dd>
          <WordDiff from={base[field] ?? ''} to={current[field] ?? ''} whole />
        </dd>
      </div>
      <div>
        <dt class="label">{fieldNames[field]}: proposed</dt>
        <dd>
          <WordDiff from={base[field] ?? ''} to={proposed[field] ?? ''} whole />
        </dd>
      </div>
    </dl>
  )
}
