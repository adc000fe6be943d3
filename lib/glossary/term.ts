import type { JsonText } from '../json-text.ts'
import type { Status, Term } from '../schemas/term.ts'
import type { Person } from '../schemas/user.ts'

/** A term as the view `shown_terms` gives it, which is how the API shows it. */
export type TermRow = { term: JsonText<Term> }

/** A term, or null if the statement refused to change it. */
export type MaybeTermRow = { term: JsonText<Term> | null }

/** Some terms of a list, and the number of matches in each status. */
export type SliceRow = Record<Status, number> & { items: JsonText<Term[]> }

/** Converts a row to a term. */
export const toTerm = ({ term }: TermRow): Term => term.parse()

/** Converts the two columns of a person, which are null if there is none. */
export function toPerson(id: string | null, name: string | null): Person | null {
  return id === null || name === null ? null : { id, display_name: name }
}
