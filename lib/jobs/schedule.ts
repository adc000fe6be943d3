import cronParser from 'cron-parser'
import { type Job as ScheduledJob, scheduleJob } from 'node-schedule'
import type { Context } from '../context.ts'
import type { JobType } from '../schemas/admin.ts'
import { startDueRun } from './runs.ts'

/** When jobs are due: cron expressions, in SERVICE_TIMEZONE. */
export type Schedule = Partial<Record<JobType, string>>

/** The times of the specification, "What the service does". */
const schedule: Schedule = { discovery: '0 2 * * *', staleness: '0 3 * * 1' }

const day = 24 * 60 * 60 * 1000

type Needs = Pick<Context, 'db' | 'settings' | 'log' | 'background' | 'slack' | 'now'>

/**
 * Starts the jobs whenever they are due. What was due within the last day, while no process ran, is caught
 * up on at once.
 *
 * @param times other times than those of the specification
 * @returns what stops the schedule; runs that are under way go on
 */
export function startSchedule(ctx: Needs, times: Schedule = schedule): () => void {
  const scheduled: ScheduledJob[] = []
  for (const [jobType, cron] of Object.entries(times) as [JobType, string][]) {
    if (!isScheduled(ctx, jobType)) continue
    const start = (due: Date) => attempt(ctx, jobType, () => startDueRun(ctx, jobType, due))
    const job = scheduleJob({ rule: cron, tz: ctx.settings.timezone }, start)
    if (!job) throw new Error(`the job ${jobType} cannot be scheduled: ${cron}`)
    scheduled.push(job)
    ctx.background.run('catch up', () =>
      attempt(ctx, jobType, () => catchUp(ctx, jobType, lastDue(cron, ctx))),
    )
  }
  return () => {
    for (const job of scheduled) job.cancel()
  }
}

/** Discovery needs the bot. */
const isScheduled = ({ slack }: Pick<Needs, 'slack'>, jobType: JobType) =>
  jobType !== 'discovery' || slack !== null

/** When a job is due next; null where it is not scheduled. */
export function nextDue(
  ctx: Pick<Needs, 'settings' | 'slack' | 'now'>,
  jobType: JobType,
): Date | null {
  const cron = isScheduled(ctx, jobType) && schedule[jobType]
  return cron ? dueTimes(cron, ctx).next().toDate() : null
}

/** Runs what the last due time asked for, if nobody has and it is not too long ago. */
async function catchUp(ctx: Needs, jobType: JobType, due: Date) {
  if (ctx.now().getTime() - due.getTime() >= day) return
  const params = { job_type: jobType, due_at: due.toISOString() }
  const row = await ctx.db.one<{ was_missed: boolean }>('jobs/was-missed', params)
  if (row?.was_missed) await startDueRun(ctx, jobType, due)
}

/** The latest time up to now at which a job was due. */
const lastDue = (cron: string, ctx: Needs): Date => dueTimes(cron, ctx).prev().toDate()

const dueTimes = (cron: string, { settings, now }: Pick<Needs, 'settings' | 'now'>) =>
  cronParser.parseExpression(cron, { tz: settings.timezone, currentDate: now() })

/** A schedule goes on whatever happens: a job that throws would end the process. */
async function attempt({ log }: Needs, jobType: JobType, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, job_type: jobType }, 'a run that was due could not be started')
  }
}
