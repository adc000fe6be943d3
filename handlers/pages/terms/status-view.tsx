import { describeDisputed } from '../../../lib/glossary/disputed-words.ts'
import { type Status, statuses } from '../../../lib/schemas/term.ts'
import { moreVotes, StatusMark } from '../../../lib/web/parts/marks.tsx'
import type { TermView } from './read-term.ts'

const statusMeanings: Record<Status, string> = {
  official: 'Reviewed by an editor: this is what it means here.',
  community: 'Several colleagues agree on this meaning.',
  pending: 'Not yet confirmed by others.',
  suggested: 'Found in conversations. Its meaning is not confirmed yet.',
}

/** The status of a term and the next one; the others fold away. */
export function StatusSteps(view: TermView) {
  const { term, next } = view
  const rungs = [...statuses].reverse()
  const steps = rungs.filter((status) => status === term.status || status === next?.to)
  const others = rungs.filter((status) => !steps.includes(status))
  return (
    <>
      <ol class="status-steps" reversed>
        {steps.map((status) => (
          <Step key={status} status={status} view={view} />
        ))}
      </ol>
      {others.length > 0 && (
        <details>
          <summary>All statuses</summary>
          <ol class="status-steps" reversed>
            {others.map((status) => (
              <Step key={status} status={status} view={view} />
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

/** A status, with what it means if the term has it, or what the term needs for it. */
function Step({ status, view: { term, next } }: { status: Status; view: TermView }) {
  const isCurrent = status === term.status
  return (
    <li aria-current={isCurrent ? 'step' : undefined}>
      <StatusMark status={status} />
      {isCurrent && describeDisputed(term) === null && <p>{statusMeanings[status]}</p>}
      {status === next?.to && <p>{describeRequirements(next)}</p>}
    </li>
  )
}

function describeRequirements({ missingVotes, requiresEditor }: NonNullable<TermView['next']>): string {
  const votes = moreVotes(missingVotes)
  if (!requiresEditor) return `Needs ${votes}`
  return missingVotes > 0 ? `Needs ${votes} and an editor’s approval` : 'Needs an editor’s approval'
}
