import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { JobRun, JobType } from '../schemas/admin.ts'
import { discover } from './discovery.ts'
import { type Job, JobError } from './job.ts'
import { flagStaleTerms } from './staleness.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'log' | 'background' | 'slack' | 'now'>

const jobs: Record<JobType, Job> = { discovery: discover, staleness: flagStaleTerms }

/**
 * Asks for a run by hand; it goes on in the background.
 *
 * @returns the run, still `pending`
 * @throws Problem `job_running` while one of that type waits or runs
 */
export async function requestRun(ctx: Needs, actor: Actor, jobType: JobType): Promise<JobRun> {
  const run = await ctx.db.one<JobRun>('jobs/request', { job_type: jobType, actor_id: actor.id })
  if (!run) throw new Problem('job_running')
  ctx.background.run(`job ${jobType}`, () => perform(ctx, run))
  return run
}

/**
 * Starts the run that is due, unless another process has; it goes on in the background. A run that is
 * under way at that time counts as the one that is due.
 */
export async function startDueRun(ctx: Needs, jobType: JobType, due: Date): Promise<void> {
  const params = { job_type: jobType, due_at: due.toISOString() }
  const run = await ctx.db.one<JobRun>('jobs/schedule', params)
  if (run) ctx.background.run(`job ${jobType}`, () => perform(ctx, run))
}

/** The lock shows other processes that the run is alive; see fail-interrupted.sql. */
async function perform(ctx: Needs, { id, job_type }: JobRun) {
  const { db, log, background } = ctx
  try {
    await db.begin(async (tx) => {
      await tx.one('jobs/lock', { job_type })
      if (!(await db.one('jobs/start', { id }))) return
      const progress = await jobs[job_type]({
        ...ctx,
        slack: ctx.slack?.client ?? null,
        signal: background.signal,
        report: async (progress) => void (await db.one('jobs/report', { id, progress })),
      })
      await db.one('jobs/complete', { id, progress })
    })
  } catch (error) {
    const isExpected = error instanceof JobError
    log.error(
      isExpected ? { reason: error.message, job_type } : { err: error, job_type },
      'job failed',
    )
    const reason = isExpected ? error.message : 'An unexpected error; see the log.'
    await db.one('jobs/fail', { id, error: reason })
  }
}
