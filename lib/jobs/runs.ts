import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { JobRun, JobType } from '../schemas/admin.ts'
import { discover } from './discovery.ts'
import { type Job, JobError } from './job.ts'
import { flagStaleTerms } from './staleness.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'log' | 'background'>

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
async function perform({ db, settings, log }: Needs, { id, job_type }: JobRun) {
  try {
    await db.begin(async (tx) => {
      await tx.one('jobs/lock', { job_type })
      if (!(await tx.one('jobs/start', { id }))) return
      const progress = await jobs[job_type]({ db: tx, settings })
      await tx.one('jobs/complete', { id, progress })
    })
  } catch (error) {
    log.error({ err: error, job_type }, 'job failed')
    const reason = error instanceof JobError ? error.message : 'An unexpected error; see the log.'
    await db.one('jobs/fail', { id, error: reason })
  }
}
