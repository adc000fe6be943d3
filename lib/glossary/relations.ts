import type { Context, Db } from '../context.ts'
import type { Slice } from '../db/slice.ts'
import type { Actor } from '../identity/actor.ts'
import { JsonText } from '../json-text.ts'
import type { InverseKind } from '../schemas/relations.ts'
import type { RelatedTerm, Relation, RelationQuery, Relations, ShownRelation } from '../schemas/term.ts'
import { readTerm, termNotFound } from './read.ts'
import { mayEdit, protectedProblem } from './revise.ts'
import type { TermRow } from './term.ts'

/** A term with its relations, which are null if it has none. */
export type RelatedRow = TermRow & { relations: JsonText<Relations> | null }

/** Parses the term of a row, with its relations. */
export const toRelated = ({ term, relations }: RelatedRow): RelatedTerm => ({
  ...term.parse(),
  ...(relations?.parse() ?? { relations: [] }),
})

/** Converts a row to what the API sends. Most terms have no relations, and are JSON as they are. */
export const toRelatedJson = (row: RelatedRow): JsonText<RelatedTerm> | RelatedTerm =>
  row.relations === null ? new JsonText(`${row.term.text.slice(0, -1)},"relations":[]}`) : toRelated(row)

/** A term with its relations, and whether it ever had any. */
type RelatedVersion = RelatedRow & { version: number; had_relations: boolean }

/**
 * Reads a term with its relations.
 *
 * @throws Problem `not_found`
 */
export async function readRelated({ db }: Db, id: string): Promise<RelatedVersion> {
  const row = await db.one<RelatedVersion>('glossary/read-related-term', { id })
  if (!row) throw termNotFound()
  return row
}

/** Reads terms with their relations, in the order of their IDs; those that do not exist are left out. */
export async function readRelatedTerms({ db }: Db, ids: readonly string[]): Promise<RelatedTerm[]> {
  const rows = ids.length > 0 ? await db.many<RelatedRow>('glossary/read-related-terms', { ids: [...ids] }) : []
  return rows.map(toRelated)
}

/**
 * Lists the relations of a term that it shows, or with `is_agreed: false` what others say of it that nobody has agreed
 * to or refused who may edit it.
 *
 * @throws Problem `not_found`, or `protected` if only those who may edit the term may read this
 */
export async function listRelations(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  id: string,
  { kind, is_agreed, limit, offset }: RelationQuery,
): Promise<Slice<Relation>> {
  if (is_agreed === false && !mayEdit({ settings }, actor, await readTerm({ db }, id))) throw protectedProblem(id)
  const params = { id, kind: kind ?? null, is_agreed: is_agreed ?? null, limit, offset }
  const row = await db.one<{ total: number; relations: JsonText<Relation[]> }>('glossary/list-relations', params)
  if (!row) throw termNotFound()
  return { items: row.relations.parse(), total: row.total }
}

/** Relations without the beginnings of the other definitions. */
export const withoutDefinitions = (relations: readonly ShownRelation[]): Relation[] =>
  relations.map(({ term: { definition: _, ...term }, ...relation }) => ({ ...relation, term }))

/** Returns the other terms of one kind of relations, in the order of the relations. */
export const relatedBy = (kind: Relation['kind'], relations: readonly ShownRelation[] = []): ShownRelation['term'][] =>
  relations.flatMap((relation) => (relation.kind === kind ? [relation.term] : []))

/** Returns how many relations of one kind a term has, of which it may show the first alone. */
export const totalBy = (kind: Relation['kind'], { relations = [], relations_total = {} }: Partial<Relations>): number =>
  relations_total[kind as InverseKind] ?? relatedBy(kind, relations).length
