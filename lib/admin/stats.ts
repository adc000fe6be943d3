import type { Context, Db } from '../context.ts'
import { type Stats, statsDays } from '../schemas/admin.ts'
import type { Status } from '../schemas/term.ts'

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
  const { suggested, pending, community, official, viewer, editor, admin } = row
  return {
    terms: { total: row.terms, by_status: { suggested, pending, community, official }, stale: row.stale },
    users: { total: row.users, active: row.active, by_role: { viewer, editor, admin } },
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
    db.many<Pick<Week, 'week' | Status>>('admin/terms-by-week', { weeks }),
    db.many<Pick<Week, 'week' | 'votes'>>('admin/votes-by-week', { weeks }),
    db.many<Pick<Week, 'week' | 'answered' | 'unanswered'>>('admin/lookups-by-week', { weeks }),
  ])
  const votesByWeek = new Map(votes.map((row) => [row.week, row]))
  const lookupsByWeek = new Map(lookups.map((row) => [row.week, row]))
  const none = { votes: 0, answered: 0, unanswered: 0 }
  return terms.map((row) => ({ ...none, ...row, ...votesByWeek.get(row.week), ...lookupsByWeek.get(row.week) }))
}
