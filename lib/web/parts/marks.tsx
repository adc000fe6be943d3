import { describeDisputed, describeWrong, type Standing, stateWords } from '../../schemas/states.ts'
import type { Status, Term } from '../../schemas/term.ts'
import { counted } from './numbers.ts'

export function StatusMark({ status }: { status: Status }) {
  return <span class={`status ${status}`}>{stateWords[status].name}</span>
}

type TermStatusProps = {
  term: Standing
  /** whether it says why a term is known to be wrong: `WrongNote` does so where there is room */
  saysWhy?: boolean
}

/** The status of a term, that it is known to be wrong, or what it was before it was disputed. */
export function TermStatus({ term, saysWhy = true }: TermStatusProps) {
  const disputed = (saysWhy && describeWrong(term)) || describeDisputed(term)
  if (disputed === null) return <StatusMark status={term.status} />
  const isReplaced = term.before_dispute !== null || term.needs_correction !== null
  return (
    <>
      <span class="status disputed">{disputed}</span> {!isReplaced && <StatusMark status={term.status} />}
    </>
  )
}

/** Says above a definition that it is known to be wrong, and why. */
export function WrongNote({ term }: { term: Pick<Term, 'needs_correction'> }) {
  const wrong = describeWrong(term)
  return wrong === null ? null : (
    <p class="wrong-note" dir="auto">
      {wrong}
    </p>
  )
}

/** "1 more vote", "3 more votes". */
export const moreVotes = (count: number): string => `${count} more ${count === 1 ? 'vote' : 'votes'}`

export function StaleMark() {
  return (
    <span class="stale" title="This term has not been confirmed for a long time.">
      May be out of date
    </span>
  )
}

/** How far a term can be trusted, and where it belongs: status, votes, category, and whether it may be out of date. */
export function TermFacts({ term, saysWhy }: { term: Term; saysWhy?: boolean }) {
  return (
    <p class="facts">
      <TermStatus term={term} {...(saysWhy !== undefined && { saysWhy })} />
      {term.definition && <span>{counted(term.vote_count, 'vote')}</span>}
      {term.category && <span dir="auto">{term.category}</span>}
      {term.is_stale && <StaleMark />}
    </p>
  )
}
