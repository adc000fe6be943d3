import type { Db } from '../context.ts'
import type { Slice } from '../db/slice.ts'
import type { ListRange } from '../schemas/list.ts'
import { relationWords } from '../schemas/relations.ts'
import type { Standing } from '../schemas/states.ts'
import type { RelationKind, Term } from '../schemas/term.ts'

/** How a person can be related to a term. */
export const relations = ['owned', 'followed', 'proposed', 'disputed'] as const
export type OwnRelation = (typeof relations)[number]

/** A term of a list of one's own. */
export type OwnTerm = Pick<Term, 'id' | 'name' | 'full_name' | 'is_stale'> &
  Standing & {
    /** whether a proposal or dispute of the person is open */
    is_open: boolean
  }

/** An open proposal or dispute of a term that the person owns, or a relation to it that waits for agreement. */
export type Waiting = {
  kind: 'proposal' | 'dispute' | 'relation'
  id: string
  term_id: string
  term_name: string
  actor_name: string
  /** the note of the proposal, or the first reason of the dispute */
  reason: string | null
  since: string
  /** the relation, and the name of the term that says it */
  said: { kind: RelationKind; name: string } | null
}

/** What somebody has done that waits for the owner: this is before the name of the owner's term, and after it. */
export function describeWaiting({ kind, actor_name, said }: Waiting): [before: string, after: string] {
  if (!said) return [`${actor_name} ${kind === 'proposal' ? 'proposed a change to' : 'reported a problem with'} `, '']
  return [`${actor_name} said that ${said.name} ${relationWords[said.kind].verb} `, ', which does not show it so far']
}

/** The terms of a person and what waits for their decision. */
type Mine = {
  terms: Record<OwnRelation, Slice<OwnTerm>>
  /** the oldest first */
  waiting: Waiting[]
}

/**
 * Reads the terms of a person (contract, section 16, "Mine").
 *
 * @param range selects from the terms of each relation; of what waits, there are the first `limit`
 */
export async function readMine({ db }: Db, userId: string, range: ListRange): Promise<Mine> {
  const [rows, waiting] = await Promise.all([
    db.many<Slice<OwnTerm> & { relation: OwnRelation }>('review/list-own-terms', { user_id: userId, ...range }),
    db.many<Waiting>('review/list-waiting-for-owner', { user_id: userId, limit: range.limit }),
  ])
  const termsOf = (relation: OwnRelation) => rows.find((row) => row.relation === relation) ?? { items: [], total: 0 }
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
