import type { JsonText } from '../json-text.ts'
import type { Status, Term } from '../schemas/term.ts'

/** A term as the view `shown_terms` gives it, which is how the API shows it. */
export type TermRow = { term: JsonText<Term> }

/** A term, or null if the statement refused to change it. */
export type MaybeTermRow = { term: JsonText<Term> | null }

/** Some terms of a list, and the number of matches in each status. */
export type SliceRow = { counts: Partial<Record<Status, number>>; items: JsonText<Term[]> }

/** Parses the term of a row. */
export const toTerm = ({ term }: TermRow): Term => term.parse()
