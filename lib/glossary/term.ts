import type { Status, Term } from '../schemas/term.ts'
import type { Person } from '../schemas/user.ts'

/** A term as SQL returns it, with its owner in two columns. */
export type TermRow = Omit<Term, 'owner'> & { owner_id: string | null; owner_name: string | null }

/** A term, or a row with a null ID if the statement refused to change the term. */
export type MaybeTermRow = TermRow | { id: null }

/** A row of a page of terms: the number of matches in each status, and a term unless the page is empty. */
export type PageRow = Record<Status, number> & MaybeTermRow

/** Converts a row to a term. */
export function toTerm(row: TermRow): Term {
  return {
    id: row.id,
    name: row.name,
    full_name: row.full_name,
    definition: row.definition,
    category: row.category,
    aliases: row.aliases,
    status: row.status,
    version: row.version,
    vote_count: row.vote_count,
    open_disputes: row.open_disputes,
    owner: toPerson(row.owner_id, row.owner_name),
    is_stale: row.is_stale,
    last_confirmed_at: row.last_confirmed_at,
    source: row.source,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Converts the two columns of a person, which are null if there is none. */
export function toPerson(id: string | null, name: string | null): Person | null {
  return id === null || name === null ? null : { id, display_name: name }
}

/** Tells a row with a value from a row with a null ID, which stands for no value. */
export function hasId<Row extends { id: string | null }>(
  row: Row,
): row is Row & Extract<Row, { id: string }> & { id: string } {
  return row.id !== null
}
