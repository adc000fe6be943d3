import type { Context } from '../context.ts'
import type { Stats } from '../schemas/admin.ts'
import type { Status } from '../schemas/term.ts'

type Needs = Pick<Context, 'db'>

type Row = Record<
  | 'terms'
  | 'suggested'
  | 'pending'
  | 'community'
  | 'official'
  | 'stale'
  | 'users'
  | 'active'
  | 'viewer'
  | 'editor'
  | 'admin'
  | 'votes',
  number
>

/** Counts terms, users and votes. */
export async function readStats({ db }: Needs): Promise<Stats> {
  const row = await db.one<Row>('stats/read')
  if (!row) throw new Error('stats/read gave no row')
  const { suggested, pending, community, official, viewer, editor, admin } = row
  return {
    terms: {
      total: row.terms,
      by_status: { suggested, pending, community, official },
      stale: row.stale,
    },
    users: { total: row.users, active: row.active, by_role: { viewer, editor, admin } },
    votes: { total: row.votes },
  }
}

/** A week by its Monday, in UTC: the terms of each status at its end, and the votes cast in it that stand. */
export type Week = Record<Status, number> & { week: string; votes: number }

/**
 * The last weeks of the glossary, the oldest first; the last of them is not over yet.
 *
 * @param weeks how many
 */
export async function readWeeks({ db }: Needs, weeks: number): Promise<Week[]> {
  const [terms, votes] = await Promise.all([
    db.many<Omit<Week, 'votes'>>('stats/terms-by-week', { weeks }),
    db.many<Pick<Week, 'week' | 'votes'>>('stats/votes-by-week', { weeks }),
  ])
  const cast = new Map(votes.map((each) => [each.week, each.votes]))
  return terms.map((each) => ({ ...each, votes: cast.get(each.week) ?? 0 }))
}
