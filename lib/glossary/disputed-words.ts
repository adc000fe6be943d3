import type { Term } from '../schemas/term.ts'

/**
 * Says in the place of the status that a term is known to be wrong, or that a problem was reported with it, and what it was before; null
 * if neither.
 */
export function describeDisputed({
  open_disputes,
  before_dispute,
  needs_correction,
}: Pick<Term, 'open_disputes' | 'before_dispute' | 'needs_correction'>): string | null {
  if (needs_correction) return knownToBeWrong
  if (open_disputes === 0) return null
  if (!before_dispute) return 'Disputed'
  const { status, vote_count } = before_dispute
  const was = status === 'official' ? 'Official' : 'Community'
  return `Disputed (was ${was}, ${vote_count} ${vote_count === 1 ? 'vote' : 'votes'})`
}

const knownToBeWrong = 'Known to be wrong'

/** Says that a term is known to be wrong, and why, in one line; null if it is not. */
export function describeWrong({ needs_correction }: Pick<Term, 'needs_correction'>): string | null {
  if (!needs_correction) return null
  const reasons = needs_correction.reasons.map(({ text }) => text.replace(/\s+/g, ' '))
  return [knownToBeWrong, ...(reasons.length > 0 ? [reasons.join(' / ')] : [])].join(': ')
}
