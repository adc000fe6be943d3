import type { Context } from '../context.ts'
import { isUniqueViolation } from '../db/errors.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { NewTerm, Term } from '../schemas/term.ts'
import { type TermRow, toTerm } from './term.ts'

/** The combination that is unique among all terms, ignoring case. */
export type Meaning = { name: string; full_name: string | null; category: string | null }

/**
 * Adds a term with the status `pending`. The caller becomes its owner.
 *
 * @param source the interface that the term came through
 * @throws Problem `duplicate` with `existing_id`, or `validation_failed` if an alias is the name
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
  const row = await db
    .one<TermRow>('terms/create', {
      ...meaning,
      definition: input.definition,
      aliases: input.aliases ?? [],
      source,
      actor_id: actor.id,
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'term_names_key') ? aliasIsName() : error
    })
  if (!row) throw await duplicateProblem({ db }, meaning)
  return toTerm(row)
}

/** Returns the problem `duplicate` with the ID of the term that has this meaning. */
export async function duplicateProblem(
  { db }: Pick<Context, 'db'>,
  meaning: Meaning,
): Promise<Problem> {
  const existing = await db.one<{ id: string }>('terms/find-meaning', meaning)
  return new Problem('duplicate', { existing_id: existing?.id })
}

/** Returns the problem that an alias is the name of its own term (contract, section 13). */
export const aliasIsName = () =>
  new Problem('validation_failed', {
    errors: [{ path: 'aliases', message: 'must not contain the name of the term' }],
  })
