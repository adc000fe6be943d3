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
  if (!row) throw new Error('stats/read returned no row')
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

/** A week in UTC: the terms in each status at its end, and the votes cast during it that still count. */
export type Week = Record<Status, number> & {
  /** its Monday */
  week: string
  votes: number
}

/**
 * Reads statistics per week, oldest first. The last week is the current one.
 *
 * @param weeks the number of weeks
 */
export async function readWeeks({ db }: Needs, weeks: number): Promise<Week[]> {
  const [terms, votes] = await Promise.all([
    db.many<Omit<Week, 'votes'>>('stats/terms-by-week', { weeks }),
    db.many<Pick<Week, 'week' | 'votes'>>('stats/votes-by-week', { weeks }),
  ])
  const votesByWeek = new Map(votes.map((row) => [row.week, row.votes]))
  return terms.map((row) => ({ ...row, votes: votesByWeek.get(row.week) ?? 0 }))
}
