import type { Week } from '../../admin/stats.ts'
import type { Stats } from '../../schemas/admin.ts'
import { statuses } from '../../schemas/term.ts'
import { roles } from '../../schemas/user.ts'
import { statusNames } from '../parts/marks.tsx'
import { Chart } from './chart.tsx'
import { Admin } from './frame.tsx'
import { count } from './numbers.ts'
import { roleNames } from './users.tsx'

type OverviewProps = { stats: Stats; weeks: readonly Week[] }

/** Statistics of the glossary, with charts of the last weeks. */
export function Overview({ stats: { terms, users, votes }, weeks }: OverviewProps) {
  return (
    <Admin path="/admin">
      <section class="part">
        <h2>Terms</h2>
        <div>
          <dl class="figures">
            <Figure name="Total" value={terms.total} href="/" />
            {[...statuses].reverse().map((status) => (
              <Figure
                key={status}
                name={statusNames[status]}
                value={terms.by_status[status]}
                href={`/?status=${status}`}
              />
            ))}
            <Figure name="Needs review" value={terms.stale} href="/?stale=true" />
          </dl>
          <TermsChart weeks={weeks} />
        </div>
      </section>
      <section class="part">
        <h2>Votes</h2>
        <div>
          <dl class="figures">
            <Figure name="Total" value={votes.total} />
            <Figure name="This week" value={weeks.at(-1)?.votes ?? 0} />
            <Figure name="Last week" value={weeks.at(-2)?.votes ?? 0} />
          </dl>
          <VotesChart weeks={weeks} />
        </div>
      </section>
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

function Figure({ name, value, href }: { name: string; value: number; href?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{href ? <a href={href}>{count(value)}</a> : count(value)}</dd>
    </div>
  )
}

/** The most trusted status is at the bottom of the chart. */
const termSeries = [...statuses].reverse().map((status) => ({
  name: statusNames[status],
  style: status,
  value: (week: Week) => week[status],
}))

function TermsChart({ weeks }: { weeks: readonly Week[] }) {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last) return null
  const total = (week: Week) => statuses.reduce((sum, status) => sum + week[status], 0)
  return (
    <Chart
      id="terms"
      title="Terms by status and week"
      description={`From ${count(total(first))} terms, ${count(first.official)} of them official, to ${count(total(last))}, ${count(last.official)} of them official.`}
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
      description={`${count(total)} votes in ${weeks.length} weeks, ${count(highest)} in the busiest week.`}
      points={weeks}
      series={voteSeries}
    />
  )
}
