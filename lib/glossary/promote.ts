import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { Status, Term } from '../schemas/term.ts'
import { refusal, type Step, stepsByPromotion, stepToOfficial } from './lifecycle.ts'
import { termNotFound } from './read.ts'
import { hasId, type MaybeTermRow, toTerm } from './term.ts'

type Needs = Pick<Context, 'db' | 'settings'>
type Row = MaybeTermRow & { current_status: Status; current_votes: number }

/**
 * Moves a term one step up; only the step to `official` asks for votes.
 *
 * @throws Problem `not_found`, or `transition_refused` with what is missing
 */
export function promoteTerm(ctx: Needs, actor: Actor, id: string, note: string | null) {
  return takeStep(ctx, actor, id, stepsByPromotion(ctx.settings), 'term.promoted', note)
}

/**
 * Marks a community term as official once it has the votes.
 *
 * @throws Problem `not_found`, or `transition_refused` with what is missing
 */
export function makeOfficial(ctx: Needs, actor: Actor, id: string) {
  return takeStep(ctx, actor, id, [stepToOfficial(ctx.settings)], 'term.official', null)
}

async function takeStep(
  { db }: Needs,
  actor: Actor,
  id: string,
  steps: Step[],
  action: 'term.promoted' | 'term.official',
  note: string | null,
): Promise<Term> {
  const row = await db.one<Row>('terms/promote', { id, steps, action, note, actor_id: actor.id })
  if (!row) throw termNotFound()
  if (hasId(row)) return toTerm(row)
  throw new Problem('transition_refused', {
    detail: refusal(steps, { status: row.current_status, votes: row.current_votes }),
  })
}
