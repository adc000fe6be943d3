import type { Problem } from '../../problem.ts'
import type { JobRun, JobType } from '../../schemas/admin.ts'
import { addressOf } from '../parts/address.ts'
import { Announcement } from '../parts/announcement.tsx'
import { Refusal } from '../parts/form.tsx'
import type { Listing } from '../parts/listing.ts'
import { rangeOf } from '../parts/pager.tsx'
import { Records } from '../parts/records.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Admin } from './frame.tsx'
import { durationOf, jobs, outcomeOf, shareDone, stateNames } from './job-words.ts'

/** The jobs and their runs. */
export type JobsProps = {
  runs: Listing<JobRun>
  /** the jobs, when each is due next (null: never by itself), and whether it waits or runs now */
  states: readonly { jobType: JobType; nextDue: Date | null; isUnderWay: boolean }[]
  /** SERVICE_TIMEZONE */
  timezone: string
  now: Date
  /** what was just done, or why it was refused */
  news?: string
  problem?: Problem
}

/** The page of the background jobs. */
export function JobsPage(props: JobsProps) {
  return (
    <Admin path="/admin/jobs">
      <Jobs {...props} />
    </Admin>
  )
}

const jobsAddress = (offset: number) => addressOf('/admin/jobs', { offset: offset || undefined })

/** A refusal goes with the next answer: there has to be time to read it. */
const reading = 'load delay:6s'

/** What htmx swaps: by itself, as long as something is under way. */
export function Jobs({ isPart = false, ...props }: JobsProps & { isPart?: boolean }) {
  const { runs, states, now, timezone, news, problem } = props
  const address = jobsAddress(runs.offset)
  const isUnderWay = states.some((state) => state.isUnderWay)
  return (
    <>
      <section
        id="jobs"
        aria-label="Jobs"
        hx-target="#jobs"
        hx-swap="outerHTML show:none"
        {...(isUnderWay && { 'hx-get': address, 'hx-trigger': problem ? reading : 'every 1s' })}
      >
        {problem && <Refusal problem={problem} />}
        {news && <p class="notice">{news}</p>}
        {states.map((state) => (
          <JobPart key={state.jobType} {...state} timezone={timezone} />
        ))}
        <section class="part">
          <h2>Runs</h2>
          <div>
            {isUnderWay && (
              <p class="unscripted">
                <a href={address}>See how far it is</a>
              </p>
            )}
            <Records
              {...runs}
              address={jobsAddress}
              empty={<p>Nothing has run yet. Start a job above, or wait until one is due.</p>}
            >
              {(run) => <RunRecord key={run.id} run={run} now={now} />}
            </Records>
          </div>
        </section>
      </section>
      {isPart && <Announcement text={spoken(props, isUnderWay)} />}
    </>
  )
}

/** While something runs, the counts that move are left to the eyes; what came of it is said. */
function spoken({ runs, news, problem }: JobsProps, isUnderWay: boolean): string {
  const [latest] = runs.items
  if (news || problem || isUnderWay) return news ?? ''
  return latest && runs.offset === 0
    ? `${jobs[latest.job_type].name}: ${stateNames[latest.status]}. ${outcomeOf(latest)}`
    : rangeOf(runs)
}

type JobPartProps = JobsProps['states'][number] & Pick<JobsProps, 'timezone'>

function JobPart({ jobType, nextDue, isUnderWay, timezone }: JobPartProps) {
  const { name, purpose, needs } = jobs[jobType]
  const action = `/admin/jobs/${jobType}/run`
  return (
    <section class="part">
      <h2>{name}</h2>
      <div class="job">
        <div>
          <p>{purpose}</p>
          {nextDue ? (
            <p class="fine">
              Next <RelativeTime at={nextDue.toISOString()} />: {localTime(nextDue, timezone)}
            </p>
          ) : (
            <p class="fine">
              Not scheduled. It takes{' '}
              {needs.map((variable, i) => (
                <>
                  {i > 0 && ' and '}
                  <code key={variable}>{variable}</code>
                </>
              ))}
              .
            </p>
          )}
        </div>
        <form method="post" action={action} hx-post={action} hx-sync="this:drop">
          <button
            type="submit"
            class={isUnderWay ? 'button plain' : 'button'}
            id={`run-${jobType}`}
          >
            {isUnderWay ? 'Running…' : 'Run now'} <span class="unseen">({name})</span>
          </button>
        </form>
      </div>
    </section>
  )
}

/** "Monday 23 November at 03:00, Europe/Berlin" */
function localTime(time: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'long', day: 'numeric', month: 'long' },
    ...{ hour: '2-digit', minute: '2-digit' },
  })
  return `${day.format(time)} (${timeZone})`
}

function RunRecord({ run, now }: { run: JobRun; now: Date }) {
  const { job_type, status, trigger, created_at, started_at } = run
  const { name } = jobs[job_type]
  const outcome = outcomeOf(run)
  return (
    <li class="record">
      <div>
        <h3>
          {name} <span class={`state ${status}`}>{stateNames[status]}</span>
        </h3>
        {status === 'running' && (
          <progress aria-label={`How far ${name} is`} value={shareDone(run) ?? undefined} />
        )}
        {outcome && <p>{outcome}</p>}
        <p class="facts">
          <RelativeTime at={created_at} />
          <span>{trigger === 'manual' ? 'By hand' : 'On schedule'}</span>
          {started_at && <span>{durationOf(run, now)}</span>}
        </p>
      </div>
    </li>
  )
}
