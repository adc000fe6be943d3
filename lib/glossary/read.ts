import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import type { Term } from '../schemas/term.ts'
import { type TermRow, toTerm } from './term.ts'

/** @throws Problem `not_found` */
export async function readTerm({ db }: Pick<Context, 'db'>, id: string): Promise<Term> {
  const row = await db.one<TermRow>('terms/read', { id })
  if (!row) throw termNotFound()
  return toTerm(row)
}

/** What is thrown where a term does not exist, or no longer. */
export const termNotFound = () => new Problem('not_found', { detail: 'There is no such term.' })
