import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { JobRun, JobType } from '../schemas/admin.ts'
import { discover } from './discovery.ts'
import { flagStaleTerms } from './staleness.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'log' | 'background'>

/** Does a job's work; gives what it did, in numbers. */
export type Job = (ctx: Needs) => Promise<Record<string, number>>

/** Why a job could not do its work, in words an admin understands. */
export class JobError extends Error {}

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

/** The lock shows other processes that the run is alive; see fail-interrupted.sql. */
async function perform(ctx: Needs, { id, job_type }: JobRun) {
  try {
    await ctx.db.begin(async (tx) => {
      await tx.one('jobs/lock', { job_type })
      if (!(await ctx.db.one('jobs/start', { id }))) return
      const progress = await jobs[job_type](ctx)
      await ctx.db.one('jobs/complete', { id, progress })
    })
  } catch (error) {
    ctx.log.error({ err: error, job_type }, 'job failed')
    const reason = error instanceof JobError ? error.message : 'An unexpected error; see the log.'
    await ctx.db.one('jobs/fail', { id, error: reason })
  }
}
