import type { Context } from '../context.ts'
import type { Term } from '../schemas/term.ts'

/** How a person can be related to a term. */
export const relations = ['owned', 'followed', 'proposed', 'disputed'] as const
export type Relation = (typeof relations)[number]

/** A term of a list of one's own. */
export type OwnTerm = Pick<Term, 'id' | 'name' | 'full_name' | 'status' | 'is_stale'> & {
  /** whether a proposal or dispute of the person is open */
  is_open: boolean
}

/** An open proposal or dispute of a term that the person owns. */
export type Waiting = {
  kind: 'proposal' | 'dispute'
  id: string
  term_id: string
  term_name: string
  actor_name: string
  /** the note of the proposal, or the first reason of the dispute */
  reason: string | null
  since: string
}

/** The terms of a person and what waits for their decision. */
export type Mine = {
  /** the first terms of each relation, and the number of all */
  terms: Record<Relation, { items: OwnTerm[]; total: number }>
  /** the oldest first */
  waiting: Waiting[]
}

/**
 * Reads the terms of a person (contract, section 16, "Mine").
 *
 * @param limit how many terms of each relation, and how many proposals and disputes
 */
export async function readMine(
  { db }: Pick<Context, 'db'>,
  userId: string,
  limit: number,
): Promise<Mine> {
  const params = { user_id: userId, limit }
  const [rows, waiting] = await Promise.all([
    db.many<OwnTerm & { relation: Relation; total: number }>('mine/terms', params),
    db.many<Waiting>('mine/waiting', params),
  ])
  const termsOf = (relation: Relation) => {
    const items = rows.filter((row) => row.relation === relation)
    return { items, total: items[0]?.total ?? 0 }
  }
  return {
    terms: {
      owned: termsOf('owned'),
      followed: termsOf('followed'),
      proposed: termsOf('proposed'),
      disputed: termsOf('disputed'),
    },
    waiting,
  }
}
