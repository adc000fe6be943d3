import { fitting } from '../../languages.ts'
import { relationKinds } from '../../schemas/relations.ts'
import { doubtsOf } from '../../schemas/states.ts'
import { firstSentence } from '../../schemas/text.ts'
import type { Glossary } from '../glossary.ts'
import type { CopiedTerm } from '../service.ts'

type Terms = Glossary['terms']

/** Returns what is made of all terms, once. */
function memoize<Made>(make: (terms: Terms) => Made) {
  const made = new WeakMap<Terms, Made>()
  return (terms: Terms): Made => {
    const known = made.get(terms) ?? make(terms)
    made.set(terms, known)
    return known
  }
}

/** The terms by what files call them: the name, with the category or the full name where that is not enough. */
const byLabel = memoize((terms) => {
  const labels = new Map<string, CopiedTerm>()
  const add = (label: string, term: CopiedTerm) => labels.has(label) || labels.set(label, term)
  for (const term of terms) add(term.name, term)
  for (const term of terms)
    for (const more of [term.category, term.full_name]) if (more) add(`${term.name} (${more})`, term)
  return labels
})

/** The languages into which any term is translated. */
const languagesOf = memoize((terms) => [
  ...new Set(terms.flatMap(({ translations = [] }) => translations.map(({ language }) => language))),
])

const relationsOf = (term: CopiedTerm, labels: ReturnType<typeof byLabel>) =>
  relationKinds.flatMap((kind) =>
    [term[kind] ?? []].flat().flatMap((label) => {
      const other = labels.get(label)
      return other
        ? [{ kind, term: { id: other.id, name: other.name, definition: firstSentence(other.definition) } }]
        : []
    }),
  )

/**
 * Returns what the card of a mark says of a term, as an embed key gets it from the service.
 *
 * @param lang the language of the page
 */
export function toCardTerm({ terms }: Glossary, term: CopiedTerm, lang = '') {
  const { id, name, full_name, definition, category, status, links, translations } = term
  const relations = relationsOf(term, byLabel(terms))
  const chosen = fitting(languagesOf(terms), lang)
  const translation = translations?.find(({ language }) => language === chosen) ?? null
  return {
    ...{ id, name, full_name, definition, category, status, links: links.slice(0, 1), relations, translation },
    ...doubtsOf(term),
  }
}
