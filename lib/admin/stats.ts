import type { Context, Db } from '../context.ts'
import { type Stats, statsDays } from '../schemas/admin.ts'
import { countsOf, type Status, totalOf } from '../schemas/term.ts'
import type { Role } from '../schemas/user.ts'

type Row = Record<'votes' | 'stale' | 'active', number> & {
  terms: Partial<Record<Status, number>> | null
  users: Partial<Record<Role, number>> | null
}

type QualityRow = Record<
  'terms' | 'owned' | 'confirmed' | 'official' | 'answered' | 'unanswered' | 'decided' | 'waiting',
  number
> & { median_seconds: number | null }

/** Counts terms, users and votes, and reads how well the glossary is doing (contract, section 7). */
export async function readStats({ db, settings }: Pick<Context, 'db' | 'settings'>): Promise<Stats> {
  const [row, quality] = await Promise.all([
    db.one<Row>('admin/read-statistics'),
    db.one<QualityRow>('admin/glossary-quality', {
      stale_days: settings.staleThresholdDays,
      lookup_days: statsDays.lookups,
      decision_days: statsDays.decisions,
    }),
  ])
  if (!row || !quality) throw new Error('the statistics have no row')
  const by_status = countsOf(row.terms)
  const by_role = { viewer: 0, editor: 0, admin: 0, ...row.users }
  return {
    terms: { total: totalOf(by_status), by_status, stale: row.stale },
    users: { total: by_role.viewer + by_role.editor + by_role.admin, active: row.active, by_role },
    votes: { total: row.votes },
    ...toQuality(quality),
  }
}

function toQuality(row: QualityRow): Pick<Stats, 'quality' | 'lookups' | 'decisions'> {
  const { terms, answered, unanswered, decided, waiting, median_seconds } = row
  return {
    quality: {
      terms,
      owned_percent: percent(row.owned, terms),
      confirmed_percent: percent(row.confirmed, terms),
      official_percent: percent(row.official, terms),
    },
    lookups: { answered, unanswered, answered_percent: percent(answered, answered + unanswered) },
    decisions: { decided, waiting, median_seconds },
  }
}

/** Rounded down, so that 100 % means all. */
const percent = (part: number, whole: number) => (whole === 0 ? null : Math.floor((part / whole) * 100))

/** A week in UTC: the terms in each status at its end, the votes cast during it that still count, and its lookups. */
export type Week = Record<Status, number> & {
  /** its Monday */
  week: string
  votes: number
  answered: number
  unanswered: number
}

/**
 * Reads statistics per week, oldest first. The last week is the current one.
 *
 * @param weeks the number of weeks
 */
export async function readWeeks({ db }: Db, weeks: number): Promise<Week[]> {
  const [terms, votes, lookups] = await Promise.all([
    db.many<{ week: string; terms: Record<Status, number> }>('admin/terms-by-week', { weeks }),
    db.many<Pick<Week, 'week' | 'votes'>>('admin/votes-by-week', { weeks }),
    db.many<Pick<Week, 'week' | 'answered' | 'unanswered'>>('admin/lookups-by-week', { weeks }),
  ])
  const votesByWeek = new Map(votes.map((row) => [row.week, row]))
  const lookupsByWeek = new Map(lookups.map((row) => [row.week, row]))
  const none = { votes: 0, answered: 0, unanswered: 0 }
  return terms.map(({ week, terms }) => ({
    week,
    ...none,
    ...terms,
    ...votesByWeek.get(week),
    ...lookupsByWeek.get(week),
  }))
}
