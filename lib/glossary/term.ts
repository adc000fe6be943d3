import type { Term } from '../schemas/term.ts'

/** A term as SQL gives it: its owner in two columns. */
export type TermRow = Omit<Term, 'owner'> & { owner_id: string | null; owner_name: string | null }

/** A row in which the term is missing where the statement did not do what was asked. */
export type MaybeTermRow = TermRow | { id: null }

/** The term of a row. */
export function toTerm({ owner_id, owner_name, ...term }: TermRow): Term {
  return { ...term, owner: toPerson(owner_id, owner_name) }
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
