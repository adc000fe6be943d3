import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { NewTerm, Term } from '../schemas/term.ts'
import { type TermRow, toTerm } from './term.ts'

/** What no other term may have: name, full name and category together, whatever their case. */
export type Meaning = { name: string; full_name: string | null; category: string | null }

/**
 * Adds a term in status `pending`; the caller is its first owner.
 *
 * @param source the door it came through
 * @throws Problem `duplicate` with the `existing_id`
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
  const row = await db.one<TermRow>('terms/create', {
    ...meaning,
    definition: input.definition,
    source,
    actor_id: actor.id,
  })
  if (!row) throw await duplicate({ db }, meaning)
  return toTerm(row)
}

/** The refusal of a meaning that exists already, with the id of the term that has it. */
export async function duplicate({ db }: Pick<Context, 'db'>, meaning: Meaning): Promise<Problem> {
  const existing = await db.one<{ id: string }>('terms/find-meaning', meaning)
  return new Problem('duplicate', { existing_id: existing?.id })
}
