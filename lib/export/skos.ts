import { namesIn } from '../glossary/alias-lists.ts'
import { fold } from '../schemas/text.ts'
import type { ShownTranslation } from '../schemas/translation.ts'
import { describeStatus, type ExportedRelation, type ExportedTerm, type Format, renderParts } from './document.ts'
import { withoutTranslated } from './translated.ts'

/**
 * Terms as concepts of SKOS, in JSON-LD 1.1. All texts have the language of the glossary, except notes, which are ours.
 * Their URIs are the URLs of their pages. Each category is a collection, which the concepts name.
 */
export const skos: Format = {
  label: 'SKOS',
  purpose: 'JSON-LD for triple stores and knowledge graphs.',
  type: 'application/ld+json',
  extension: 'jsonld',
  statement: 'export/by-name',
  languages: 'all',
  relations: 'links',
  render(batches, { appUrl, language, foreign }) {
    const inLanguages = languageMaps(language, foreign.length > 0)
    const label = 'Glossary'
    const scheme = { id: `${appUrl}/`, type: 'ConceptScheme', title: label, ...inLanguages.texts({ prefLabel: label }) }
    const start = `{"@context":${JSON.stringify({ ...context, ...inLanguages.context, '@language': language })},"@graph":[${JSON.stringify(scheme)}`
    const collections = new Map<string, object>()
    const renderBatch = (terms: readonly ExportedTerm[]) =>
      terms.map((term) => `,\n${JSON.stringify(toConcept(term, appUrl, collections, inLanguages))}`).join('')
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
function toConcept(term: ExportedTerm, appUrl: string, collections: Map<string, object>, { texts }: LanguageMaps) {
  const { id, name, full_name, definition, category, aliases, links, translations = [] } = term
  const isNew = tracker(name)
  const altLabel = [full_name, ...namesIn('aliases', withoutTranslated(term))].filter(isNew)
  const hidden = [...namesIn('misspellings', aliases), ...namesIn('discouraged', aliases)]
  const hiddenLabel = hidden.filter(isNew)
  return {
    id: `${appUrl}/terms/${id}`,
    type: 'Concept',
    inScheme: `${appUrl}/`,
    ...texts({ prefLabel: name, ...(altLabel.length > 0 && { altLabel }) }, translations),
    ...(hiddenLabel.length > 0 && { hiddenLabel }),
    ...texts({ definition }, translations),
    note: describeStatus(term),
    ...(category !== null && { collection: toCollection(category, appUrl, collections, texts) }),
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
function toCollection(
  category: string,
  appUrl: string,
  collections: Map<string, object>,
  texts: LanguageMaps['texts'],
) {
  const key = fold(category)
  const known = collections.get(key)
  if (known) return known
  const id = `${appUrl}/?${new URLSearchParams({ category: key })}`
  const collection = { id, type: 'Collection', ...texts({ prefLabel: category }) }
  collections.set(key, collection)
  return collection
}

/** Tells whether a label has not been seen before. */
function tracker(first: string) {
  const seen = new Set<string | null>([first, null])
  return (label: string | null) => !seen.has(label) && Boolean(seen.add(label))
}

type Texts = { prefLabel?: string; altLabel?: (string | null)[]; definition?: string }

/** How texts are written: as they are or, in several languages, as maps of languages (JSON-LD 1.1, section 4.6.2). */
type LanguageMaps = {
  /** what the document says of the texts */
  context: Record<string, object>
  /** The texts of a concept, with those of its translations. */
  texts(own: Texts, translations?: readonly ShownTranslation[]): object
}

const mapped = ['prefLabel', 'altLabel', 'definition'] as const

function languageMaps(language: string, isMapped: boolean): LanguageMaps {
  if (!isMapped) return { context: {}, texts: (own) => own }
  const terms = mapped.map((text) => [text, { '@container': '@language' }] as const)
  return {
    context: Object.fromEntries(terms),
    texts(own, translations = []) {
      const said = translations.map((each) => [each.language, toTexts(each)] as const)
      const all: (readonly [string, Texts])[] = [[language, own], ...said]
      const keys = mapped.filter((key) => key in own || (key === 'altLabel' && 'prefLabel' in own))
      const maps = keys.map(
        (key) => [key, all.flatMap(([tag, texts]) => (texts[key] ? [[tag, texts[key]]] : []))] as const,
      )
      return Object.fromEntries(maps.flatMap(([key, map]) => (map.length > 0 ? [[key, Object.fromEntries(map)]] : [])))
    },
  }
}

/** Without a name, a translation has no label of its own. */
const toTexts = ({ name, full_name, definition }: ShownTranslation): Texts => ({
  ...(name !== null && { prefLabel: name }),
  ...(full_name !== null && { altLabel: [full_name] }),
  definition,
})
