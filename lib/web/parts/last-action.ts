import type { AnswerDetails } from '../../lookup/answer-details.ts'

const names = {
  created: 'Added',
  updated: 'Changed',
  confirmed: 'Confirmed',
  reverted: 'Reverted',
} as const

/** Names how a term was last brought up to date, before the time at which that was. */
export const nameAction = (action: AnswerDetails['lastAction']): string =>
  names[action ?? 'confirmed']
