import type { Db } from '../context.ts'
import { type TermRow, toTerm } from '../glossary/term.ts'
import type { Term } from '../schemas/term.ts'
import type { PlannedRow } from './plan.ts'

/** Reads the protected terms that rows of an import would change, by their IDs. */
export async function readProtected({ db }: Db, rows: readonly PlannedRow[]): Promise<Map<string, Term>> {
  const ids = rows.flatMap(({ term_id }) => term_id ?? [])
  const terms = ids.length > 0 ? await db.many<TermRow>('import/read-terms', { ids }) : []
  return new Map(terms.map(toTerm).map((term) => [term.id, term]))
}
