import type { Context } from '../context.ts'
import { isUniqueViolation } from '../db/errors.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { Term, TermEdit } from '../schemas/term.ts'
import { duplicate } from './create.ts'
import { readTerm, termNotFound } from './read.ts'
import { hasId, type MaybeTermRow, toTerm } from './term.ts'

type Row = MaybeTermRow & { current_version: number }

/**
 * Edits a term: fields that are absent stay, `null` clears `full_name` and `category`. An edit that
 * changes nothing leaves version and history alone.
 *
 * @param edit the fields and the version they were made from
 * @param ifMatch the versions of If-Match, or null for any
 * @throws Problem `not_found`, `duplicate`, `precondition_failed`, or `version_conflict` with the
 *   `current_version`
 */
export async function reviseTerm(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
  edit: TermEdit,
  ifMatch: number[] | null,
): Promise<Term> {
  const { version, note, ...patch } = edit
  try {
    const row = await db.one<Row>('terms/revise', {
      id,
      version,
      patch,
      note: note ?? null,
      if_match: ifMatch,
      actor_id: actor.id,
    })
    if (!row) throw termNotFound()
    if (hasId(row)) return toTerm(row)
    throw versionProblem(row.current_version, ifMatch)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const term = await readTerm({ db }, id)
    throw await duplicate({ db }, { ...term, ...patch })
  }
}

/** If-Match is judged before the version in the body: it stands in front of the request. */
export function versionProblem(current: number, ifMatch: number[] | null): Problem {
  const isMatch = ifMatch === null || ifMatch.includes(current)
  return new Problem(isMatch ? 'version_conflict' : 'precondition_failed', {
    current_version: current,
  })
}
