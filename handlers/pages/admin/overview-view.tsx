import type { Week } from '../../../lib/admin/stats.ts'
import { type Stats, statsDays } from '../../../lib/schemas/admin.ts'
import { stateWords } from '../../../lib/schemas/states.ts'
import { statuses, totalOf } from '../../../lib/schemas/term.ts'
import { roles } from '../../../lib/schemas/user.ts'
import { counted, formatNumber } from '../../../lib/web/parts/numbers.ts'
import { HeadedPart } from '../../../lib/web/parts/part.tsx'
import { Chart } from './chart-view.tsx'
import { Admin } from './frame-view.tsx'
import { roleNames } from './users-form.tsx'

type OverviewProps = { stats: Stats; weeks: readonly Week[] }

/** Statistics of the glossary, with charts of the last weeks. */
export function Overview({ stats, weeks }: OverviewProps) {
  const { terms, users, votes } = stats
  return (
    <Admin path="/admin">
      <Quality {...stats} />
      <HeadedPart heading="Terms">
        <dl class="figures">
          <Figure name="Total" value={terms.total} href="/browse" />
          {[...statuses].reverse().map((status) => (
            <Figure
              key={status}
              name={stateWords[status].name}
              value={terms.by_status[status]}
              href={`/browse?status=${status}`}
            />
          ))}
          <Figure name="May be out of date" value={terms.stale} href="/browse?stale=true" />
        </dl>
        <TermsChart weeks={weeks} />
      </HeadedPart>
      <HeadedPart heading="Votes">
        <dl class="figures">
          <Figure name="Total" value={votes.total} />
          <Figure name="This week" value={weeks.at(-1)?.votes ?? 0} />
          <Figure name="Last week" value={weeks.at(-2)?.votes ?? 0} />
        </dl>
        <VotesChart weeks={weeks} />
      </HeadedPart>
      <HeadedPart heading="Lookups">
        <dl class="figures">
          <Figure name="Found" value={stats.lookups.answered} />
          <Figure name="Not found" value={stats.lookups.unanswered} />
          <Figure name="This week" value={lookupsIn(weeks.at(-1))} />
          <Figure name="Last week" value={lookupsIn(weeks.at(-2))} />
        </dl>
        <LookupsChart weeks={weeks} />
      </HeadedPart>
      <section class="part">
        <h2>People</h2>
        <dl class="figures">
          <Figure name="Total" value={users.total} href="/admin/users" />
          <Figure name="Active" value={users.active} />
          {roles.map((role) => (
            <Figure key={role} name={`${roleNames[role]}s`} value={users.by_role[role]} />
          ))}
        </dl>
      </section>
    </Admin>
  )
}

/** How well the glossary is doing. */
function Quality({ quality, lookups, decisions }: Stats) {
  const { median_seconds, decided, waiting } = decisions
  const tooFew = describeFewLookups(lookups)
  const of = `Of ${formatNumber(quality.terms)} terms, without suggestions`
  return (
    <HeadedPart heading="Quality">
      <dl class="figures">
        <Figure name="Owned" value={percent(quality.owned_percent)} about={of} />
        <Figure name="Confirmed in time" value={percent(quality.confirmed_percent)} about={of} />
        <Figure name="Official" value={percent(quality.official_percent)} about={of} />
        <Figure
          name="Lookups found"
          value={tooFew ? '–' : percent(lookups.answered_percent)}
          about={tooFew ?? `In the last ${statsDays.lookups} days`}
        />
        <Figure
          name="Time to decision"
          value={duration(median_seconds)}
          about={`The median of ${formatNumber(decided)} proposals and reports decided in the last ${statsDays.decisions} days; ${formatNumber(waiting)} wait`}
        />
      </dl>
      {tooFew && <p class="fine">{tooFew}.</p>}
    </HeadedPart>
  )
}

/** As many say something about how often people find what they look for. */
const manyLookups = 20

/** Why the glossary cannot say yet how many lookups find something. */
function describeFewLookups({ answered, unanswered }: Stats['lookups']): string | undefined {
  const total = answered + unanswered
  if (total === 0) return 'Nobody has looked anything up yet'
  if (total >= manyLookups) return undefined
  return `${counted(total, 'lookup')} so far, too few to say how many are found`
}

const percent = (value: number | null) => (value === null ? '–' : `${value}%`)

function duration(seconds: number | null): string {
  if (seconds === null) return '–'
  const hours = seconds / 3600
  if (hours < 1) return `${Math.round(hours * 60)} min`
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`
}

type FigureProps = { name: string; value: number | string; href?: string; about?: string }

function Figure({ name, value, href, about }: FigureProps) {
  const shown = typeof value === 'number' ? formatNumber(value) : value
  return (
    <div title={about}>
      <dt>
        {name}
        {about && <span class="visually-hidden">: {about}</span>}
      </dt>
      <dd>{href ? <a href={href}>{shown}</a> : shown}</dd>
    </div>
  )
}

/** The most trusted status is at the bottom of the chart. */
const termSeries = [...statuses]
  .reverse()
  .map((status) => ({ name: stateWords[status].name, style: status, value: (week: Week) => week[status] }))

function TermsChart({ weeks }: { weeks: readonly Week[] }) {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last) return null
  return (
    <Chart
      id="terms"
      title="Terms by status and week"
      description={`From ${formatNumber(totalOf(first))} terms, ${formatNumber(first.official)} of them official, to ${formatNumber(totalOf(last))}, ${formatNumber(last.official)} of them official.`}
      points={weeks}
      series={termSeries}
    />
  )
}

const voteSeries = [{ name: 'Votes', style: 'votes', value: ({ votes }: Week) => votes }]

function VotesChart({ weeks }: { weeks: readonly Week[] }) {
  const cast = weeks.map(({ votes }) => votes)
  const highest = Math.max(...cast)
  const total = cast.reduce((sum, votes) => sum + votes, 0)
  return (
    <Chart
      id="votes"
      title="Current votes by week"
      description={`${formatNumber(total)} votes in ${weeks.length} weeks, ${formatNumber(highest)} in the busiest week.`}
      points={weeks}
      series={voteSeries}
    />
  )
}

const lookupSeries = [
  { name: 'Found', style: 'found', value: ({ answered }: Week) => answered },
  { name: 'Not found', style: 'not-found', value: ({ unanswered }: Week) => unanswered },
]

const lookupsIn = (week: Week | undefined) => (week ? week.answered + week.unanswered : 0)

function LookupsChart({ weeks }: { weeks: readonly Week[] }) {
  const total = weeks.reduce((sum, week) => sum + lookupsIn(week), 0)
  const found = weeks.reduce((sum, { answered }) => sum + answered, 0)
  return (
    <Chart
      id="lookups"
      title="Lookups by week"
      description={`${formatNumber(total)} lookups in ${weeks.length} weeks, of which ${formatNumber(found)} found something.`}
      points={weeks}
      series={lookupSeries}
    />
  )
}
