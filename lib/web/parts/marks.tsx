import { describeDisputed } from '../../notify/disputed-words.ts'
import type { Status, Term } from '../../schemas/term.ts'
import { counted } from './numbers.ts'

/** Names of the statuses. */
export const statusNames: Record<Status, string> = {
  official: 'Official',
  community: 'Community',
  pending: 'Pending',
  suggested: 'Suggested',
}

/** The status of a term. */
export function StatusMark({ status }: { status: Status }) {
  return <span class={`status ${status}`}>{statusNames[status]}</span>
}

/** The status of a term, or what it was before it was disputed. */
export function TermStatus({
  term,
}: {
  term: Pick<Term, 'status' | 'open_disputes' | 'before_dispute'>
}) {
  const disputed = describeDisputed(term)
  if (disputed === null) return <StatusMark status={term.status} />
  return (
    <>
      <span class="status disputed">{disputed}</span>
      {term.before_dispute === null && <StatusMark status={term.status} />}
    </>
  )
}

/** "1 more vote", "3 more votes". */
export const moreVotes = (count: number): string =>
  `${count} more ${count === 1 ? 'vote' : 'votes'}`

/** Marks a stale term. */
export function StaleMark() {
  return (
    <span class="stale" title="This term has not been confirmed for a long time.">
      May be out of date
    </span>
  )
}

/** How far a term can be trusted, and where it belongs: status, votes, category, and whether it may be out of date. */
export function TermFacts({ term }: { term: Term }) {
  return (
    <p class="facts">
      <TermStatus term={term} />
      {term.definition && <span>{counted(term.vote_count, 'vote')}</span>}
      {term.category && <span dir="auto">{term.category}</span>}
      {term.is_stale && <StaleMark />}
    </p>
  )
}
