import type { Settings } from '../app/settings.ts'
import type { Status } from '../schemas/term.ts'

/** A change from one status to the next, allowed once a term has `min_votes` votes. */
export type Transition = { from: Status; to: Status; min_votes: number }

export type Thresholds = Pick<Settings, 'communityThreshold' | 'officialThreshold'>

type TermState = { status: Status; votes: number; needsCorrection?: boolean }

/** The first transition: someone found that the term belongs in the glossary. */
export const suggestionTransition: Transition = { from: 'suggested', to: 'pending', min_votes: 0 }

/**
 * The transitions that a vote can cause (contract, section 5). A vote causes at most one
 * of them. The required votes include the new vote.
 *
 * @param isEditor whether the voter is an editor or admin
 */
export function voteTransitions(thresholds: Thresholds, isEditor: boolean): Transition[] {
  const transitions: Transition[] = [
    suggestionTransition,
    { from: 'pending', to: 'community', min_votes: thresholds.communityThreshold },
  ]
  return isEditor ? [...transitions, officialTransition(thresholds)] : transitions
}

/** The transitions that an editor can make without voting. Only the last one requires votes. */
export function promotionTransitions(thresholds: Thresholds): Transition[] {
  return [suggestionTransition, { from: 'pending', to: 'community', min_votes: 0 }, officialTransition(thresholds)]
}

/** The last transition, which requires an editor or admin. */
export function officialTransition({ officialThreshold }: Thresholds): Transition {
  return { from: 'community', to: 'official', min_votes: officialThreshold }
}

/** The transitions that a dispute causes (contract, section 5). */
export const disputeTransitions: readonly Transition[] = [
  { from: 'community', to: 'pending', min_votes: 0 },
  { from: 'official', to: 'pending', min_votes: 0 },
]

export type NextTransition = {
  to: Status
  /** votes that the term still needs */
  missingVotes: number
  /** whether an editor or admin has to make the transition; otherwise the last missing vote does */
  requiresEditor: boolean
}

/** Returns the next transition of a term, or null if the term is official, or needs a correction first. */
export function nextTransition(thresholds: Thresholds, term: TermState): NextTransition | null {
  const next = voteTransitions(thresholds, true).find(({ from }) => from === term.status)
  if (!next || term.needsCorrection) return null
  const requiresEditor = next.to === 'official'
  const minMissing = requiresEditor ? 0 : 1
  return { to: next.to, missingVotes: Math.max(next.min_votes - term.votes, minMissing), requiresEditor }
}

/** Explains why none of the transitions is possible for a term. */
export function explainRefusal(transitions: readonly Transition[], term: TermState): string {
  const next = transitions.find(({ from }) => from === term.status)
  if (next) {
    return `The term needs ${next.min_votes} votes to become ${next.to}; it has ${term.votes}.`
  }
  if (term.status === 'official') return 'The term is already official.'
  const required = transitions.map(({ from }) => from).join(' or ')
  return `The term must be ${required}; it is ${term.status}.`
}
