import type { Context } from '../context.ts'
import { listJobsUnderWay, listRuns } from '../jobs/list.ts'
import { nextDue } from '../jobs/schedule.ts'
import { jobTypes } from '../schemas/admin.ts'
import type { JobsProps } from './admin-jobs.tsx'
import { readListing } from './listing.ts'

/** Reads what the page of the jobs shows. */
export async function readJobs(
  ctx: Pick<Context, 'db' | 'settings' | 'slack' | 'now'>,
  offset: number,
): Promise<JobsProps> {
  const [runs, underWay] = await Promise.all([
    readListing(offset, (range) => listRuns(ctx, range)),
    listJobsUnderWay(ctx),
  ])
  const states = jobTypes.map((jobType) => ({
    jobType,
    nextDue: nextDue(ctx, jobType),
    isUnderWay: underWay.includes(jobType),
  }))
  return { runs, states, timezone: ctx.settings.timezone, now: ctx.now() }
}
