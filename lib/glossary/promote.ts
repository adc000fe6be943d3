import type { Context, Db } from '../context.ts'
import { type Actor, requireEditor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { Status, Term } from '../schemas/term.ts'
import {
  explainRefusal,
  officialTransition,
  promotionTransitions,
  suggestionTransition,
  type Transition,
} from './lifecycle.ts'
import { readTerm, termNotFound } from './read.ts'
import type { MaybeTermRow } from './term.ts'

type Needs = Pick<Context, 'db' | 'settings'>
type Row = MaybeTermRow & { current_status: Status; current_votes: number; needs_correction: boolean }

/**
 * Moves a term to the next status. Only the transition to `official` requires votes.
 *
 * @throws Problem `not_found`, `needs_correction`, or `transition_refused` with the reason
 */
export function promoteTerm(ctx: Needs, actor: Actor, id: string, note: string | null) {
  return changeStatus(ctx, actor, id, promotionTransitions(ctx.settings), 'term.promoted', note)
}

/**
 * Makes a suggested term `pending`: someone has found that it belongs in the glossary.
 *
 * @throws Problem `insufficient_role`, `not_found`, `definition_missing`, `needs_correction`, or `transition_refused`
 *   if it is not suggested
 */
export async function acceptSuggestion({ db }: Db, actor: Actor, id: string) {
  requireEditor(actor)
  const { definition } = await readTerm({ db }, id)
  if (definition === '') throw new Problem('definition_missing')
  return changeStatus({ db }, actor, id, [suggestionTransition], 'term.promoted', null)
}

/**
 * Makes a `community` term `official`, if it has enough votes.
 *
 * @throws Problem `not_found`, `needs_correction`, or `transition_refused` with the reason
 */
export function makeOfficial(ctx: Needs, actor: Actor, id: string) {
  return changeStatus(ctx, actor, id, [officialTransition(ctx.settings)], 'term.official', null)
}

async function changeStatus(
  { db }: Db,
  actor: Actor,
  id: string,
  transitions: Transition[],
  action: 'term.promoted' | 'term.official',
  note: string | null,
): Promise<Term> {
  const params = { id, transitions, action, note, actor_id: actor.id }
  const row = await db.one<Row>('glossary/promote-term', params)
  if (!row) throw termNotFound()
  if (row.term) return row.term.parse()
  if (row.needs_correction) throw new Problem('needs_correction')
  throw new Problem('transition_refused', {
    detail: explainRefusal(transitions, { status: row.current_status, votes: row.current_votes }),
  })
}
