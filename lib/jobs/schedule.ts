import cronParser from 'cron-parser'
import { type Job as ScheduledJob, scheduleJob } from 'node-schedule'
import type { Context } from '../context.ts'
import { dayMs } from '../days.ts'
import type { JobType } from '../schemas/admin.ts'
import { startDueRun } from './runs.ts'

/** When jobs run: cron expressions in SERVICE_TIMEZONE. */
export type Schedule = Partial<Record<JobType, string>>

/** The times of the jobs (contract, section 11). */
const defaultSchedule: Schedule = { discovery: '0 2 * * *', staleness: '0 3 * * 1' }

type Needs = Pick<Context, 'db' | 'settings' | 'log' | 'background' | 'slack' | 'now'>

/**
 * Starts jobs on schedule. Runs that were missed within the last day, because no process was running, start
 * immediately.
 *
 * @param times replaces the default schedule
 * @returns a function that stops the schedule, but no running jobs
 */
export function startSchedule(ctx: Needs, times: Schedule = defaultSchedule): () => void {
  const scheduled: ScheduledJob[] = []
  for (const [jobType, cron] of Object.entries(times) as [JobType, string][]) {
    if (!isScheduled(ctx, jobType)) continue
    // In the background, so that the database is closed after what has begun.
    const start = (work: () => Promise<void>) => ctx.background.run(`schedule of ${jobType}`, work)
    const job = scheduleJob({ rule: cron, tz: ctx.settings.timezone }, (due) =>
      start(() => startDueRun(ctx, jobType, due)),
    )
    if (!job) throw new Error(`the job ${jobType} cannot be scheduled: ${cron}`)
    scheduled.push(job)
    start(() => startIfMissed(ctx, jobType, lastDue(cron, ctx)))
  }
  return () => {
    for (const job of scheduled) job.cancel()
  }
}

/** Discovery needs the bot. */
const isScheduled = ({ slack }: Pick<Needs, 'slack'>, jobType: JobType) => jobType !== 'discovery' || slack !== null

/** The next time a job is due; null if it is not scheduled. */
export function nextDue(ctx: Pick<Needs, 'settings' | 'slack' | 'now'>, jobType: JobType): Date | null {
  const cron = isScheduled(ctx, jobType) && defaultSchedule[jobType]
  return cron ? dueTimes(cron, ctx).next().toDate() : null
}

/** Starts the last scheduled run if it was missed less than a day ago. */
async function startIfMissed(ctx: Needs, jobType: JobType, due: Date) {
  if (ctx.now().getTime() - due.getTime() >= dayMs) return
  const params = { job_type: jobType, due_at: due.toISOString() }
  const row = await ctx.db.one<{ was_missed: boolean }>('jobs/was-missed', params)
  if (row?.was_missed) await startDueRun(ctx, jobType, due)
}

const lastDue = (cron: string, ctx: Needs): Date => dueTimes(cron, ctx).prev().toDate()

const dueTimes = (cron: string, { settings, now }: Pick<Needs, 'settings' | 'now'>) =>
  cronParser.parseExpression(cron, { tz: settings.timezone, currentDate: now() })
