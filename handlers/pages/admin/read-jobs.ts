import type { Context } from '../../../lib/context.ts'
import { listJobsUnderWay, listRuns } from '../../../lib/jobs/runs.ts'
import { nextDue } from '../../../lib/jobs/schedule.ts'
import { jobTypes } from '../../../lib/schemas/admin.ts'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import type { JobsProps } from './jobs-view.tsx'

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
