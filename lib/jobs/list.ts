import type { Db } from '../context.ts'
import { type Slice, toSlice } from '../db/slice.ts'
import type { JobRun, JobType } from '../schemas/admin.ts'
import type { ListRange } from '../schemas/list-range.ts'

/**
 * Lists the runs of all jobs, newest first.
 *
 * @param range at most `limit` runs, skipping `offset`
 */
export async function listRuns({ db }: Db, { limit, offset }: ListRange): Promise<Slice<JobRun>> {
  return toSlice(await db.many<JobRun & { total: number }>('jobs/list-runs', { limit, offset }))
}

/** Lists the jobs that are pending or running, in any process. */
export async function listJobsUnderWay({ db }: Db): Promise<JobType[]> {
  const rows = await db.many<{ job_type: JobType }>('jobs/jobs-under-way')
  return rows.map(({ job_type }) => job_type)
}
