import { groupBy } from '../group-by.ts'
import type { CopiedTerm } from './service.ts'

/** What the export calls a term that others name: with its full name and category if its name is not enough. */
const labelsOf = ({ name, full_name, category }: CopiedTerm) => {
  const rests = [category, full_name, full_name && category && `${full_name}, ${category}`]
  return [name, ...rests.flatMap((rest) => (rest ? `${name} (${rest})` : []))]
}

/**
 * Creates a function that returns the term that replaces another one in the end, however many there are in between;
 * null if none does, or it is not known which.
 */
export function createReplacements(terms: readonly CopiedTerm[]): (term: CopiedTerm) => CopiedTerm | null {
  let labelled: Map<string, { label: string; term: CopiedTerm }[]> | undefined
  function find(label: string): CopiedTerm | null {
    labelled ??= groupBy(
      terms.flatMap((term) => labelsOf(term).map((label) => ({ label, term }))),
      (each) => each.label,
    )
    const [found, ...others] = labelled.get(label) ?? []
    return found && others.length === 0 ? found.term : null
  }
  return (term) => {
    const seen = new Set<CopiedTerm>([term])
    for (let current = term; ; ) {
      const [label] = [current.replaced_by ?? []].flat()
      if (!label) return current === term ? null : current
      const next = find(label)
      if (!next || seen.has(next)) return null
      seen.add(next)
      current = next
    }
  }
}
