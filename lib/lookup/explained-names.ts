import type { Term } from '../schemas/term.ts'
import type { Explanation, TextMatch } from './explain.ts'

/** A name in a text, where it occurs first (if it can, as it is spelled), and its meanings, the best one first. */
export type ExplainedName = TextMatch & { meanings: Term[] }

/** Lists the names in a text, each once. Two names with the same meanings count as one. */
export function listNames({ matches, terms }: Explanation): ExplainedName[] {
  const byId = new Map(terms.map((term) => [term.id, term]))
  const names = new Map<string, ExplainedName>()
  for (const match of matches) {
    const meanings = match.term_ids.flatMap((id) => byId.get(id) ?? [])
    const key = toKey(match)
    const isBetter = !names.has(key) || (names.get(key)?.is_guess && !match.is_guess)
    if (meanings.length > 0 && isBetter) names.set(key, { ...match, meanings })
  }
  return [...names.values()]
}

/** What two matches have in common if they have the same meanings. */
export const toKey = ({ term_ids }: Pick<TextMatch, 'term_ids'>): string => term_ids.join()
