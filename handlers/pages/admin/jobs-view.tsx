import type { Context } from '../../../lib/context.ts'
import { listJobsUnderWay, listRuns } from '../../../lib/jobs/runs.ts'
import { nextDue } from '../../../lib/jobs/schedule.ts'
import type { Problem } from '../../../lib/problem.ts'
import { type JobRun, type JobType, jobTypes } from '../../../lib/schemas/admin.ts'
import { Refusal } from '../../../lib/web/parts/form.tsx'
import { counted, formatNumber } from '../../../lib/web/parts/numbers.ts'
import { type Listing, Records, rangeOf, readListing } from '../../../lib/web/parts/pager.tsx'
import { HeadedPart, PagePart } from '../../../lib/web/parts/part.tsx'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { Admin } from './frame-view.tsx'

type JobsProps = {
  runs: Listing<JobRun>
  /** `nextDue` is null if a setting that the job needs is missing */
  states: readonly { jobType: JobType; nextDue: Date | null; isUnderWay: boolean }[]
  /** SERVICE_TIMEZONE */
  timezone: string
  now: Date
  /** result of the last action */
  message?: string
  problem?: Problem
}

export function JobsPage(props: JobsProps) {
  return (
    <Admin path="/admin/jobs">
      <Jobs {...props} />
    </Admin>
  )
}

const jobsUrl = (offset: number) => buildUrl('/admin/jobs', { offset: offset || undefined })

/** The next update removes an error message, so it has to leave time to read it. */
const updateAfterError = 'load delay:6s'

/** The jobs and their runs, which htmx replaces every second while a job runs. */
export function Jobs({ isPart = false, ...props }: JobsProps & { isPart?: boolean }) {
  const { runs, states, now, timezone, problem } = props
  const address = jobsUrl(runs.offset)
  const isUnderWay = states.some((state) => state.isUnderWay)
  return (
    <PagePart
      id="jobs"
      label="Jobs"
      says={isPart && announcementOf(props, isUnderWay)}
      {...(isUnderWay && { 'hx-get': address, 'hx-trigger': problem ? updateAfterError : 'every 1s' })}
    >
      {problem && <Refusal problem={problem} />}
      {states.map((state) => (
        <JobSection key={state.jobType} {...state} timezone={timezone} />
      ))}
      <HeadedPart heading="Runs">
        {isUnderWay && (
          <p class="without-js">
            <a href={address}>Refresh progress</a>
          </p>
        )}
        <Records {...runs} address={jobsUrl} empty={<p>No job has run yet. Run one above, or wait until it is due.</p>}>
          {(run) => <RunRecord key={run.id} run={run} now={now} />}
        </Records>
      </HeadedPart>
    </PagePart>
  )
}

/** Screen readers announce results only, not every change of the progress. */
function announcementOf({ runs, message, problem }: JobsProps, isUnderWay: boolean): string {
  const [latest] = runs.items
  if (message || problem || isUnderWay) return message ?? ''
  return latest && runs.offset === 0
    ? `${jobs[latest.job_type].name}: ${stateNames[latest.status]}. ${outcomeOf(latest)}`
    : rangeOf(runs)
}

type JobSectionProps = JobsProps['states'][number] & Pick<JobsProps, 'timezone'>

function JobSection({ jobType, nextDue, isUnderWay, timezone }: JobSectionProps) {
  const { name, purpose, needs } = jobs[jobType]
  const action = `/admin/jobs/${jobType}/run`
  const reasonId = `${jobType}-reason`
  return (
    <section class="part">
      <h2 dir="auto">{name}</h2>
      <div class="job">
        <div>
          <p>{purpose}</p>
          {nextDue ? (
            <p class="fine">
              Next <RelativeTime at={nextDue.toISOString()} />: {localTime(nextDue, timezone)}
            </p>
          ) : (
            <p class="fine" id={reasonId}>
              This job cannot run. To enable it, set{' '}
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
            {...(!nextDue && { disabled: true, 'aria-describedby': reasonId })}
          >
            {isUnderWay ? 'Running…' : 'Run now'} <span class="visually-hidden">({name})</span>
          </button>
        </form>
      </div>
    </section>
  )
}

/** Formats a time in the schedule's time zone: "Monday 23 November at 03:00 (Europe/Berlin)". */
function localTime(time: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
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
        {status === 'running' && <progress aria-label={`Progress of ${name}`} value={shareDone(run) ?? undefined} />}
        {outcome && <p>{outcome}</p>}
        <p class="facts">
          <RelativeTime at={created_at} />
          <span>{trigger === 'manual' ? 'Started manually' : 'Scheduled'}</span>
          {started_at && <span>{durationOf(run, now)}</span>}
        </p>
      </div>
    </li>
  )
}

/** Names and descriptions of the jobs, with the settings that each requires. */
export const jobs: Record<JobType, { name: string; purpose: string; needs: readonly string[] }> = {
  discovery: {
    name: 'Discovery',
    purpose: 'Reads public Slack channels and suggests acronyms that are not in the glossary.',
    needs: ['SERVICE_SLACK_BOT_TOKEN', 'SERVICE_SLACK_SIGNING_SECRET'],
  },
  staleness: {
    name: 'Staleness',
    purpose: 'Marks terms that have not been confirmed for a long time, and asks their owners to review them.',
    needs: [],
  },
}

const stateNames: Record<JobRun['status'], string> = {
  pending: 'Waiting',
  running: 'Running',
  completed: 'Done',
  failed: 'Failed',
}

/** Describes the result of a run, or why it failed. */
function outcomeOf({ job_type, status, progress, error }: JobRun): string {
  const done = Object.keys(progress).length > 0 ? countsOf[job_type](progress) : ''
  if (status === 'failed') return [error, done].filter(Boolean).join(' ')
  return done
}

type Progress = JobRun['progress']

const countsOf: Record<JobType, (progress: Progress) => string> = {
  discovery: (progress) => {
    const channels = `${formatNumber(numberOf(progress.channels_done))} of ${counted(numberOf(progress.channels), 'channel')} read`
    const messages = counted(numberOf(progress.messages), 'message')
    return `${channels}, ${messages}, ${counted(numberOf(progress.suggested), 'term')} suggested.`
  },
  staleness: (progress) =>
    `${counted(numberOf(progress.flagged), 'term')} marked, ${counted(numberOf(progress.notified), 'notification')}.`,
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

/** Returns the progress of a run from 0 to 1; null if it is unknown. */
function shareDone({ progress: { channels, channels_done } }: JobRun): number | null {
  const all = numberOf(channels)
  return all > 0 ? numberOf(channels_done) / all : null
}

/** Formats the duration of a run so far: "3 min 5 s". */
function durationOf({ started_at, completed_at }: JobRun, now: Date): string {
  const begin = new Date(started_at ?? now).getTime()
  const end = completed_at ? new Date(completed_at).getTime() : now.getTime()
  const seconds = Math.floor((end - begin) / 1000)
  if (seconds < 1) return 'Less than a second'
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/**
 * Reads what the page of the jobs shows. If a run ends between the two queries, it is listed as running and
 * counts as under way, so that the page updates once more.
 */
export async function readJobs(
  ctx: Pick<Context, 'db' | 'settings' | 'slack' | 'now'>,
  offset: number,
): Promise<JobsProps> {
  const [runs, underWay] = await Promise.all([
    readListing(offset, (range) => listRuns(ctx, range)),
    listJobsUnderWay(ctx),
  ])
  const shown = runs.items.filter(({ status }) => status === 'pending' || status === 'running')
  const active = new Set([...underWay, ...shown.map(({ job_type }) => job_type)])
  const states = jobTypes.map((jobType) => ({
    jobType,
    nextDue: nextDue(ctx, jobType),
    isUnderWay: active.has(jobType),
  }))
  return { runs, states, timezone: ctx.settings.timezone, now: ctx.now() }
}
