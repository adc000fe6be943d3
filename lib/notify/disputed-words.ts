import type { Term } from '../schemas/term.ts'

/** Says that a problem was reported with a term, and what it was before; null if no report is open. */
export function describeDisputed({
  open_disputes,
  before_dispute,
}: Pick<Term, 'open_disputes' | 'before_dispute'>): string | null {
  if (open_disputes === 0) return null
  if (!before_dispute) return 'Disputed'
  const { status, vote_count } = before_dispute
  const was = status === 'official' ? 'Official' : 'Community'
  return `Disputed (was ${was}, ${vote_count} ${vote_count === 1 ? 'vote' : 'votes'})`
}
