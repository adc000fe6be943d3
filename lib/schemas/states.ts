import type { Status, Term } from './term.ts'

/**
 * How far a term can be trusted: its status, unless somebody reported a problem with it, or its text is known to be
 * wrong.
 */
export type State = Status | 'disputed' | 'wrong'

type Words = {
  name: string
  /** the name with more to it, where it is all that is said */
  label?: string
  /** the same where there is less room */
  shortLabel?: string
  /** what it means, on the page of the term */
  meaning: string
  /** what it means to agents, and what they do about it */
  toAgents: string
}

/** What people read of each state. */
export const stateWords: Record<State, Words> = {
  official: {
    name: 'Official',
    meaning: 'Reviewed by an editor: this is what it means here.',
    toAgents: 'Approved by an editor. Rely on it.',
  },
  community: {
    name: 'Community',
    label: 'Community: several colleagues agree',
    meaning: 'Several colleagues agree on this meaning.',
    toAgents: 'Confirmed by votes of several employees. Probably correct.',
  },
  pending: {
    name: 'Pending',
    label: 'Pending: needs more votes',
    meaning: 'Not yet confirmed by others.',
    toAgents: 'Proposed by an employee and not confirmed yet. Say that it is unconfirmed.',
  },
  suggested: {
    name: 'Suggested',
    label: 'Suggested: found automatically, not reviewed',
    shortLabel: 'Suggested, not reviewed',
    meaning: 'Found in conversations. Its meaning is not confirmed yet.',
    toAgents: 'Found automatically and not reviewed. Treat it as a hint only.',
  },
  disputed: {
    name: 'Disputed',
    meaning: 'Someone reported a problem that nobody has resolved yet.',
    toAgents:
      'An employee reported a problem with this definition, and nobody has resolved that yet. Say that it is disputed, and what it was before.',
  },
  wrong: {
    name: 'Known to be wrong',
    meaning: 'Votes count, but nobody can approve it until its text changes.',
    toAgents: 'Do not rely on this definition. Say that it is known to be wrong, and why.',
  },
}

/** What the state of a term depends on. */
export type Standing = Pick<Term, 'status' | 'open_disputes' | 'before_dispute' | 'needs_correction'>

/** Returns the state of a term: a text that is wrong counts more than an open report, and both more than a status. */
export function stateOf({ status, open_disputes, needs_correction }: Standing): State {
  if (needs_correction) return 'wrong'
  return open_disputes > 0 ? 'disputed' : status
}

/**
 * Says in the place of the status that a term is known to be wrong, or that a problem was reported with it, and what it
 * was before; null if neither.
 */
export function describeDisputed(term: Standing): string | null {
  const state = stateOf(term)
  if (state === term.status) return null
  const { name } = stateWords[state]
  const { before_dispute: before } = term
  if (state === 'wrong' || !before) return name
  const votes = before.vote_count === 1 ? '1 vote' : `${before.vote_count} votes`
  return `${name} (was ${stateWords[before.status].name}, ${votes})`
}

/** Says that a term is known to be wrong, and why, in one line; null if it is not. */
export function describeWrong({ needs_correction }: Pick<Term, 'needs_correction'>): string | null {
  if (!needs_correction) return null
  const reasons = needs_correction.reasons.map(({ text }) => text.replace(/\s+/g, ' '))
  return [stateWords.wrong.name, ...(reasons.length > 0 ? [reasons.join(' / ')] : [])].join(': ')
}

type Doubts = Pick<Standing, 'before_dispute' | 'needs_correction'>

/** The fields that say what a term was before it was disputed, and why it is wrong; absent if it is neither. */
export const doubtsOf = ({ before_dispute, needs_correction }: Doubts) => ({
  ...(before_dispute && { before_dispute }),
  ...(needs_correction && { needs_correction }),
})
