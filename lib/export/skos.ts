import { namesIn } from '../glossary/alias-lists.ts'
import { fold } from '../schemas/text.ts'
import { describeStatus, type ExportedRelation, type ExportedTerm, type Format, renderParts } from './document.ts'

/**
 * Terms as concepts of SKOS, in JSON-LD 1.1. All texts have the language of the glossary, except notes, which are ours. Their URIs are the URLs of their pages. Each category is a collection, which
 * the concepts name.
 */
export const skos: Format = {
  label: 'SKOS',
  purpose: 'JSON-LD for triple stores and knowledge graphs.',
  type: 'application/ld+json',
  extension: 'jsonld',
  statement: 'export/by-name',
  isLinked: true,
  render(batches, { appUrl, language }) {
    const label = 'Glossary'
    const scheme = { id: `${appUrl}/`, type: 'ConceptScheme', title: label, prefLabel: label }
    const start = `{"@context":${JSON.stringify({ ...context, '@language': language })},"@graph":[${JSON.stringify(scheme)}`
    const collections = new Map<string, object>()
    const renderBatch = (terms: readonly ExportedTerm[]) =>
      terms.map((term) => `,\n${JSON.stringify(toConcept(term, appUrl, collections))}`).join('')
    return renderParts({ start, separator: '', end: ']}\n', renderBatch }, batches)
  },
}

/** In the document itself, so that reading it needs no network. */
const context = {
  '@version': 1.1,
  '@vocab': 'http://www.w3.org/2004/02/skos/core#',
  dct: 'http://purl.org/dc/terms/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  id: '@id',
  type: '@type',
  inScheme: { '@type': '@id' },
  collection: { '@reverse': 'member' },
  title: 'dct:title',
  note: { '@id': 'http://www.w3.org/2004/02/skos/core#note', '@language': 'en' },
  broader: { '@type': '@id' },
  narrower: { '@type': '@id' },
  related: { '@type': '@id' },
  isReplacedBy: { '@id': 'dct:isReplacedBy', '@type': '@id' },
  source: { '@id': 'dct:source', '@type': '@id' },
  created: { '@id': 'dct:created', '@type': 'xsd:dateTime' },
  modified: { '@id': 'dct:modified', '@type': 'xsd:dateTime' },
}

/** No two labels of a concept are the same (SKOS Reference, section 5.4). */
function toConcept(term: ExportedTerm, appUrl: string, collections: Map<string, object>) {
  const { id, name, full_name, definition, category, aliases, links } = term
  const isNew = tracker(name)
  const altLabel = [full_name, ...namesIn('aliases', aliases)].filter(isNew)
  const hidden = [...namesIn('misspellings', aliases), ...namesIn('discouraged', aliases)]
  const hiddenLabel = hidden.filter(isNew)
  return {
    id: `${appUrl}/terms/${id}`,
    type: 'Concept',
    inScheme: `${appUrl}/`,
    prefLabel: name,
    ...(altLabel.length > 0 && { altLabel }),
    ...(hiddenLabel.length > 0 && { hiddenLabel }),
    definition,
    note: describeStatus(term),
    ...(category !== null && { collection: toCollection(category, appUrl, collections) }),
    ...toRelations(term, appUrl),
    ...(links.length > 0 && { source: links.map(({ url }) => url) }),
    created: term.created_at,
    modified: term.updated_at,
  }
}

const predicates: Partial<Record<ExportedRelation['kind'], string>> = {
  broader: 'broader',
  narrower: 'narrower',
  differs_from: 'related',
  replaced_by: 'isReplacedBy',
}

/** A concept that is a part of another one cannot be related to it as well (SKOS Reference, S27): then it is a part. */
function toRelations({ related = [] }: ExportedTerm, appUrl: string): Record<string, string[]> {
  const relations: Record<string, string[]> = {}
  for (const { kind, id, is_part } of related) {
    const predicate = predicates[kind]
    if (!predicate || is_part) continue
    relations[predicate] = [...(relations[predicate] ?? []), `${appUrl}/terms/${id}`]
  }
  return relations
}

/** The collection of a category, with the first spelling as its label. */
function toCollection(category: string, appUrl: string, collections: Map<string, object>) {
  const key = fold(category)
  const known = collections.get(key)
  if (known) return known
  const id = `${appUrl}/?${new URLSearchParams({ category: key })}`
  const collection = { id, type: 'Collection', prefLabel: category }
  collections.set(key, collection)
  return collection
}

/** Tells whether a label has not been seen before. */
function tracker(first: string) {
  const seen = new Set<string | null>([first, null])
  return (label: string | null) => !seen.has(label) && Boolean(seen.add(label))
}
