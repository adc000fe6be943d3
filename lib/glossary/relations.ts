import type { Context, Db } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { JsonText } from '../json-text.ts'
import { invalid, Problem } from '../problem.ts'
import type { RelatedTerm, Relation, RelationKind, ShownRelation, Term } from '../schemas/term.ts'
import { readTerm, termNotFound } from './read.ts'
import { mayEdit, protectedProblem } from './revise.ts'
import { type TermRow, toTerm } from './term.ts'

/** A term with its relations, which are null if it never had any. */
export type RelatedRow = TermRow & { relations: JsonText<ShownRelation[]> | null }

/** Converts a row to a term with its relations. */
export const toRelated = ({ term, relations }: RelatedRow): RelatedTerm => ({
  ...term.parse(),
  relations: relations?.parse() ?? [],
})

/** Converts a row to what the API sends. Most terms have no relations, and are JSON as they are. */
export const toRelatedJson = (row: RelatedRow): JsonText<RelatedTerm> | RelatedTerm =>
  row.relations === null ? new JsonText(`${row.term.text.slice(0, -1)},"relations":[]}`) : toRelated(row)

type RelatedVersion = RelatedRow & { version: number; relation_count: number }

/**
 * Reads a term with its relations.
 *
 * @returns its version and a number that grows with each change of its relations, 0 if it never had any
 * @throws Problem `not_found`
 */
export async function readRelated({ db }: Db, id: string): Promise<RelatedVersion> {
  const row = await db.one<RelatedVersion>('glossary/read-related-term', { id })
  if (!row) throw termNotFound()
  return row
}

/** A relation as one of its terms says it. */
type Said = { id: string; kind: RelationKind; other_id: string }

const refusals = ['too_many_relations', 'already_replaced', 'cycle'] as const

/**
 * Relates a term to another one, or ends that relation. Doing so again changes nothing.
 *
 * @throws Problem `not_found`, `protected` if the actor may edit neither the term nor, where a relation holds both ways, the other one,
 *   `validation_failed` for a term and itself, `too_many_relations`, `already_replaced` or `cycle`
 */
export function setRelation(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  { id, kind, other_id }: Said,
  isRelated: boolean,
): Promise<void> {
  return db.begin(async (tx) => {
    const term = await readTerm({ db: tx }, id)
    const may = (each: Term) => mayEdit({ settings }, actor, each)
    const other = await readOther({ db: tx }, other_id)
    if (isRelated && !other) throw otherNotFound()
    if (!may(term) && !(kind === 'differs_from' && other && may(other))) throw protectedProblem(id)
    const params = { id, kind, other_id, is_related: isRelated, actor_id: actor.id }
    const row = await tx.one<{ outcome: string }>('glossary/relate-terms', params)
    const outcome = row?.outcome ?? ''
    if (outcome === 'self') throw invalid('other_id', 'must be another term')
    if (outcome === 'missing') throw otherNotFound()
    const code = refusals.find((each) => each === outcome)
    if (code) throw new Problem(code)
  })
}

const otherNotFound = () => new Problem('not_found', { detail: 'The other term does not exist.' })

async function readOther({ db }: Db, id: string): Promise<Term | null> {
  const row = await db.one<TermRow>('glossary/read-term', { id })
  return row ? toTerm(row) : null
}

/** Returns the other terms of one kind of relations. */
export const relatedBy = (kind: Relation['kind'], relations: readonly ShownRelation[] = []): ShownRelation['term'][] =>
  relations.flatMap((relation) => (relation.kind === kind ? [relation.term] : []))

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Returns the first sentence of a definition in one line, of at most 200 UTF-16 units. */
export function firstSentence(definition = ''): string {
  const [first = { segment: '' }] = sentences.segment(definition.trim())
  const line = first.segment.replace(/\s+/g, ' ').trim()
  return line.length <= 200 ? line : `${line.slice(0, 199).toWellFormed().trimEnd()}…`
}
