import type { Context, Db } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { JobRun, JobType } from '../schemas/admin.ts'
import type { ListRange } from '../schemas/list.ts'
import { type Job, JobError } from './job.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'log' | 'background' | 'slack' | 'now'>

/** Modules are loaded with their first run, to keep the start of the service short. */
const jobs: Record<JobType, () => Promise<Job>> = {
  discovery: async () => (await import('./discovery.ts')).discover,
  staleness: async () => (await import('./staleness.ts')).flagStaleTerms,
}

/** How long a new run may take to acquire its lock: far longer than it needs. */
const lockGraceSeconds = 60

/**
 * Starts a run that an admin requested, in the background.
 *
 * @returns the run, still `pending`
 * @throws Problem `job_running` while one of that type is pending or running
 */
export async function requestRun(ctx: Needs, actor: Actor, jobType: JobType): Promise<JobRun> {
  await failInterruptedRuns(ctx, lockGraceSeconds)
  const run = await ctx.db.one<JobRun>('jobs/request-run', { job_type: jobType, actor_id: actor.id })
  if (!run) throw new Problem('job_running')
  // Another database than that of the request, whose statements end when the client disconnects.
  const db = ctx.db.forSender(actor.id)
  ctx.background.run(`job ${jobType}`, () => perform({ ...ctx, db }, run))
  return run
}

/**
 * Starts a scheduled run in the background, unless another process has. A run that is already pending or
 * running counts as the scheduled one.
 */
export async function startDueRun(ctx: Needs, jobType: JobType, due: Date): Promise<void> {
  await failInterruptedRuns(ctx, lockGraceSeconds)
  const params = { job_type: jobType, due_at: due.toISOString() }
  const run = await ctx.db.one<JobRun>('jobs/schedule-run', params)
  if (run) ctx.background.run(`job ${jobType}`, () => perform(ctx, run))
}

/**
 * Marks the runs that a crash interrupted as failed.
 *
 * @param graceSeconds skips pending runs that were created within this time: another process may be about
 *   to start them
 */
export async function failInterruptedRuns(
  { db, log }: Pick<Context, 'db' | 'log'>,
  graceSeconds: number,
): Promise<void> {
  const runs = await db.many('jobs/fail-interrupted-runs', { grace_seconds: graceSeconds })
  if (runs.length > 0) log.warn({ runs }, 'job runs were interrupted')
}

/**
 * Executes a run. Until its outcome is stored, a lock shows other processes that it is alive; see
 * fail-interrupted.sql.
 */
async function perform(ctx: Needs, run: JobRun) {
  const fail = (error: unknown) => recordFailure(ctx, run, error)
  const work = ctx.db.begin(async (tx) => {
    await tx.run('jobs/lock-job', { job_type: run.job_type })
    await start(ctx, run).catch(fail)
  })
  await work.catch(fail)
}

async function start(ctx: Needs, { id, job_type }: JobRun) {
  const { db, background } = ctx
  if (!(await db.one('jobs/start-run', { id }))) return
  const job = await jobs[job_type]()
  const progress = await job({
    ...ctx,
    slack: ctx.slack?.channels ?? null,
    signal: background.signal,
    report: (progress) => db.run('jobs/report-progress', { id, progress }),
  })
  await db.run('jobs/complete-run', { id, progress })
}

async function recordFailure({ db, log }: Needs, { id, job_type }: JobRun, error: unknown) {
  const isExpected = error instanceof JobError
  const cause = isExpected ? { reason: error.message } : { err: error }
  log.error({ ...cause, job_type }, 'job failed')
  const reason = isExpected ? error.message : 'An unexpected error; see the log.'
  await db.run('jobs/fail-run', { id, error: reason })
}

/**
 * Lists the runs of all jobs, newest first.
 *
 * @param range at most `limit` runs, skipping `offset`
 */
export const listRuns = ({ db }: Db, { limit, offset }: ListRange) =>
  db.slice<JobRun>('jobs/list-runs', { limit, offset })

/** Lists the jobs that are pending or running, in any process. */
export async function listJobsUnderWay({ db }: Db): Promise<JobType[]> {
  const rows = await db.many<{ job_type: JobType }>('jobs/jobs-under-way')
  return rows.map(({ job_type }) => job_type)
}
