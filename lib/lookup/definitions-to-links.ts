import type { Context } from '../context.ts'
import { maxTextLength } from '../schemas/lookup.ts'
import type { RelatedTerm, Term } from '../schemas/term.ts'
import type { TextMatch } from './in-texts/spans-to-matches.ts'
import { gap } from './in-texts/text-to-tokens.ts'
import { type Explanation, type FoundName, findNames } from './text-to-explanation.ts'

/** A name in a definition: its position in UTF-16 units, of which `end` is exclusive. */
export type NameLink = Pick<FoundName, 'start' | 'end' | 'name'>

/** The names of other terms in definitions, by the ID of the term that has the definition. */
type NameLinks = ReadonlyMap<string, readonly NameLink[]>

type Defined = Pick<Term, 'id' | 'definition'>

/**
 * Finds the names of other terms in definitions, each where it occurs first, in one lookup. Pages are complete without
 * them: while the names are being loaded, or if the lookup fails, there are none.
 */
export async function findNameLinks(
  { db, names, log }: Pick<Context, 'db' | 'names' | 'log'>,
  terms: readonly Defined[],
): Promise<NameLinks> {
  if (terms.length === 0) return new Map()
  try {
    const known = await names.readIfLoaded()
    if (!known) return new Map()
    // No name continues across a gap.
    const text = terms.map(({ definition }) => definition).join(gap)
    return assign(await findNames({ db, names }, known, text.slice(0, maxTextLength)), terms)
  } catch (err) {
    log.warn({ err }, 'definitions are shown without links to other terms')
    return new Map()
  }
}

/** Assigns what was found in joined definitions to their terms. */
function assign(found: readonly FoundName[], terms: readonly Defined[]): NameLinks {
  const links = new Map<string, NameLink[]>()
  let offset = 0
  let next = 0
  for (const { id, definition } of terms) {
    const linked = new Set<string>()
    const own: NameLink[] = []
    for (; (found[next]?.end ?? Infinity) <= offset + definition.length; next++) {
      const { start, end, name, term_ids } = found[next] as FoundName
      const key = toKey({ term_ids })
      if (term_ids.includes(id) || linked.has(key)) continue
      linked.add(key)
      own.push({ start: start - offset, end: end - offset, name })
    }
    links.set(id, own)
    offset += definition.length + gap.length
  }
  return links
}

/** A name in a text, where it occurs first (if it can, as it is spelled), and its meanings, the best one first. */
export type ExplainedName = TextMatch & { meanings: RelatedTerm[] }

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
