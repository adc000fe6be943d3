import type { Relation, ShownRelation } from '../schemas/term.ts'

/** Returns the other terms of one kind of relations. */
export const relatedBy = (
  kind: Relation['kind'],
  relations: readonly ShownRelation[] = [],
): ShownRelation['term'][] =>
  relations.flatMap((relation) => (relation.kind === kind ? [relation.term] : []))

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Returns the first sentence of a definition in one line, of at most 200 UTF-16 units. */
export function firstSentence(definition = ''): string {
  const [first = { segment: '' }] = sentences.segment(definition.trim())
  const line = first.segment.replace(/\s+/g, ' ').trim()
  return line.length <= 200 ? line : `${line.slice(0, 199).toWellFormed().trimEnd()}…`
}
