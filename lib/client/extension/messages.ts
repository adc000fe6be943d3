import type { TextMatch } from '../../lookup/in-texts/spans-to-matches.ts'
import type { toCardTerm } from './card-terms.ts'

export type CardTerm = ReturnType<typeof toCardTerm>

/** What a card says of what somebody asked; without terms, where to add it, or what is in the way. */
export type Answer = {
  asked: string
  terms: CardTerm[]
  /** before the terms, if they are not those of the whole text */
  note?: string | null
  matched?: TextMatch['matched']
  did_you_mean?: string[]
  problem?: string
}

export type State = { count: number; categories: string[]; checked_at: string; notice?: string }

/** What pages ask of the worker, and what it answers. */
type Messages = {
  /** whether the page may be marked */
  mayMark: { given: object; answer: boolean }
  explain: { given: { text: string; lang: string }; answer: { matches: TextMatch[]; terms: CardTerm[] } }
  answer: { given: { typed: string; lang: string }; answer: Answer }
  /** what there is of the glossary; `isForced` asks the service */
  state: { given: { isForced?: boolean }; answer: State }
  forget: { given: object; answer: undefined }
}
export type Kind = keyof Messages
export type Message = { [Each in Kind]: { kind: Each } & Messages[Each]['given'] }[Kind]
export type Responders = {
  [Each in Kind]: (given: Messages[Each]['given'], address: string) => Promise<Messages[Each]['answer']>
}

/**
 * Asks the worker.
 *
 * @throws Error that says why there is no answer
 */
export async function ask<Asked extends Kind>(
  kind: Asked,
  given: Messages[Asked]['given'] = {} as Messages[Asked]['given'],
): Promise<Messages[Asked]['answer']> {
  const { answer, problem } = await chrome.runtime.sendMessage({ kind, ...given })
  if (problem) throw new Error(problem)
  return answer
}
