import type { Status, Term } from '../schemas/term.ts'

/** A term as SQL gives it: its owner in two columns. */
export type TermRow = Omit<Term, 'owner'> & { owner_id: string | null; owner_name: string | null }

/** A row in which the term is missing where the statement did not do what was asked. */
export type MaybeTermRow = TermRow | { id: null }

/** A row of a page of terms: the number of matches in each status, and a term unless the page is empty. */
export type PageRow = Record<Status, number> & MaybeTermRow

/** The term of a row. */
export function toTerm(row: TermRow): Term {
  return {
    id: row.id,
    name: row.name,
    full_name: row.full_name,
    definition: row.definition,
    category: row.category,
    status: row.status,
    version: row.version,
    vote_count: row.vote_count,
    owner: toPerson(row.owner_id, row.owner_name),
    is_stale: row.is_stale,
    last_confirmed_at: row.last_confirmed_at,
    source: row.source,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** The person behind a reference, as two columns of a join. */
export function toPerson(id: string | null, displayName: string | null) {
  return id === null ? null : { id, display_name: displayName }
}

/** Tells a row with a value from the single row that stands for an empty result. */
export function hasId<Row extends { id: string | null }>(
  row: Row,
): row is Row & Extract<Row, { id: string }> & { id: string } {
  return row.id !== null
}
