import type { Context } from '../context.ts'
import { isCheckViolation } from '../db/errors.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { NewTerm, Term } from '../schemas/term.ts'
import { hasId, type MaybeTermRow, toTerm } from './term.ts'

/** The combination that is unique among all terms, ignoring case. */
export type Meaning = { name: string; full_name: string | null; category: string | null }

/** The most meanings that a name can have (contract, section 3). The schema holds it, too. */
export const maxMeanings = 50

type Row = MaybeTermRow & { is_full: boolean }

/**
 * Adds a term with the status `pending`. The caller becomes its owner.
 *
 * @param source the interface that the term came through
 * @throws Problem `duplicate` with `existing_id`, or `too_many_meanings`
 */
export async function createTerm(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  input: NewTerm,
  source: 'user' | 'slack' = 'user',
): Promise<Term> {
  const meaning = {
    name: input.name,
    full_name: input.full_name ?? null,
    category: input.category ?? null,
  }
  const row = await db.one<Row>('terms/create', {
    ...meaning,
    definition: input.definition,
    source,
    actor_id: actor.id,
    max_meanings: maxMeanings,
  })
  if (row && hasId(row)) return toTerm(row)
  const duplicate = await duplicateProblem({ db }, meaning)
  const isDuplicate = !row?.is_full || duplicate.members.existing_id !== undefined
  throw isDuplicate ? duplicate : new Problem('too_many_meanings')
}

/** The problem `too_many_meanings` if the database refused another meaning; other errors stay as they are. */
export const toMeaningProblem = (error: unknown): unknown =>
  isCheckViolation(error, 'name_meanings_limit') ? new Problem('too_many_meanings') : error

/** Returns the problem `duplicate` with the ID of the term that has this meaning. */
export async function duplicateProblem(
  { db }: Pick<Context, 'db'>,
  meaning: Meaning,
): Promise<Problem> {
  const existing = await db.one<{ id: string }>('terms/find-meaning', meaning)
  return new Problem('duplicate', { existing_id: existing?.id })
}
