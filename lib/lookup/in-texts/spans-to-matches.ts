import type { MatchedName } from '../name-rows.ts'
import type { FoundSpan } from './spans-to-names.ts'
import type { Part } from './text-to-tokens.ts'

/**
 * A name in a text. `matched` is the alias or full name that it is, if it is not the name of the best meaning.
 * `is_guess` says that a name of capitals is written in lower case, or that it is a verb form of a name.
 */
export type TextMatch = Part & { term_ids: string[]; matched?: MatchedName; is_guess?: true }

/** Returns a span of a text as answers have it. */
export function toMatch(text: string, { start, end, rows, isGuess }: FoundSpan): TextMatch {
  const [best] = rows
  const match = {
    start,
    end,
    text: text.slice(start, end),
    term_ids: rows.map(({ term_id }) => term_id),
    ...(isGuess && { is_guess: true as const }),
  }
  if (!best || best.kind === 'name') return match
  return { ...match, matched: { name: best.name, kind: best.kind } }
}
