import type { Status } from '../schemas/term.ts'
import type { Settings } from '../settings.ts'

/** A step of the lifecycle: from a status to the next, once a term has so many votes. */
export type Step = { from: Status; to: Status; votes: number }

export type Thresholds = Pick<Settings, 'communityThreshold' | 'officialThreshold'>

/**
 * The steps a vote can bring about (specification, "States and transitions"). A vote takes one of them
 * at most; the votes count the new one.
 *
 * @param isEditor whether the voter may give the last step
 */
export function stepsByVote(thresholds: Thresholds, isEditor: boolean): Step[] {
  const climb: Step[] = [
    { from: 'suggested', to: 'pending', votes: 0 },
    { from: 'pending', to: 'community', votes: thresholds.communityThreshold },
  ]
  return isEditor ? [...climb, stepToOfficial(thresholds)] : climb
}

/** The last step, which editors and admins give. */
export function stepToOfficial({ officialThreshold }: Thresholds): Step {
  return { from: 'community', to: 'official', votes: officialThreshold }
}

/** The steps an editor can give by hand; only the last one asks for votes. */
export function stepsByPromotion(thresholds: Thresholds): Step[] {
  return [
    { from: 'suggested', to: 'pending', votes: 0 },
    { from: 'pending', to: 'community', votes: 0 },
    stepToOfficial(thresholds),
  ]
}

/**
 * The step that lies ahead of a term, and how many votes it still asks for; the one to `official` is an
 * editor's to give, all others come with a vote.
 */
export function stepAhead(
  thresholds: Thresholds,
  found: { status: Status; votes: number },
): { to: Status; lacking: number; byEditor: boolean } | null {
  const step = stepsByVote(thresholds, true).find(({ from }) => from === found.status)
  if (!step) return null
  const byEditor = step.to === 'official'
  return { to: step.to, byEditor, lacking: Math.max(step.votes - found.votes, byEditor ? 0 : 1) }
}

/** How far a dispute lets a term fall (contract, section 5). */
export const fallsByDispute: readonly Step[] = [
  { from: 'community', to: 'pending', votes: 0 },
  { from: 'official', to: 'pending', votes: 0 },
]

/**
 * Why none of the steps can be taken.
 *
 * @param found the term's status and votes
 * @returns a sentence that says what is missing
 */
export function refusal(steps: readonly Step[], found: { status: Status; votes: number }): string {
  const next = steps.find((step) => step.from === found.status)
  if (next) return `This step takes ${next.votes} votes; the term has ${found.votes}.`
  if (found.status === 'official') return 'The term is official already.'
  return `A term with the status ${found.status} cannot take this step.`
}
