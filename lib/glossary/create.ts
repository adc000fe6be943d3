import type { Db } from '../context.ts'
import { isViolation } from '../db/errors.ts'
import type { Actor } from '../identity/actor.ts'
import { invalid, Problem } from '../problem.ts'
import type { NewTerm, Term } from '../schemas/term.ts'
import type { MaybeTermRow } from './term.ts'
import { toContent } from './texts.ts'

/** The combination that is unique among all terms, ignoring case. */
export type TermKey = { name: string; full_name: string | null; category: string | null }

/** The most meanings that a name can have (contract, section 3). The schema holds it, too. */
export const maxMeanings = 50

type Row = MaybeTermRow & { is_full: boolean }

/**
 * Adds a term with the status `pending`. The caller becomes its owner.
 *
 * @param source the interface that the term came through
 * @throws Problem `duplicate` with `existing_id`, `too_many_meanings`, `validation_failed` if an alias is the name, or
 *   `inactive_user` if the caller has just been deactivated
 */
export async function createTerm(
  { db }: Db,
  actor: Actor,
  input: NewTerm,
  source: 'user' | 'slack' = 'user',
): Promise<Term> {
  const key = { name: input.name, full_name: input.full_name ?? null, category: input.category ?? null }
  const row = await db
    .one<Row>('glossary/create-term', {
      content: toContent(input),
      source,
      actor_id: actor.id,
      max_meanings: maxMeanings,
    })
    .catch((error: unknown) => {
      if (isInactiveOwner(error)) throw new Problem('inactive_user')
      throw isViolation(error, 'term_names_key') ? aliasIsName() : error
    })
  if (row?.term) return row.term.parse()
  const duplicate = await duplicateProblem({ db }, key)
  const isDuplicate = !row?.is_full || duplicate.members.existing_id !== undefined
  throw isDuplicate ? duplicate : new Problem('too_many_meanings')
}

/** Returns the problem `duplicate` with the ID of the term that has this meaning. */
export async function duplicateProblem({ db }: Db, key: TermKey): Promise<Problem> {
  const existing = await db.one<{ id: string }>('glossary/find-meaning', key)
  return new Problem('duplicate', { existing_id: existing?.id })
}

/** Whether a statement failed because the owner that it gives a term has been deactivated. */
export const isInactiveOwner = (error: unknown): boolean => isViolation(error, 'terms_active_owner')

/** Returns the problem that an alias is the name of its own term (contract, section 13). */
export const aliasIsName = () => invalid('aliases', 'must not contain the name of the term')
