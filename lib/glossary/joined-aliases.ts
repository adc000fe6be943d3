import { type Alias, maxNameLength, sortByKind } from '../schemas/content.ts'
import type { Term } from '../schemas/term.ts'
import { fold } from '../schemas/text.ts'

type Named = Pick<Term, 'name' | 'full_name' | 'aliases'>

/**
 * Returns the aliases of a term once another one has been merged into it: its own, then the name of the other term, its
 * full name unless it is too long, and its aliases (contract, section 15). What the term is called already is left out.
 */
export function joinAliases(into: Named, other: Named): Alias[] {
  const known = new Set(
    [into.name, into.full_name ?? '', ...into.aliases.map(({ name }) => name)].map(fold),
  )
  const names = [other.name, other.full_name].filter((name) => name !== null)
  const added = [...names.map((name): Alias => ({ name, kind: 'alias' })), ...other.aliases]
  const isNew = ({ name }: Alias) =>
    [...name].length <= maxNameLength && !known.has(fold(name)) && Boolean(known.add(fold(name)))
  return sortByKind([...into.aliases, ...added.filter(isNew)])
}
