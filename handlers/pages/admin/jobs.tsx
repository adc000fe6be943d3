import * as v from 'valibot'
import { Jobs, JobsPage } from '../../../lib/pages/admin/jobs.tsx'
import { readJobs } from '../../../lib/pages/admin/read-jobs.ts'
import { page } from '../../../lib/pages/page.tsx'
import { ListRange } from '../../../lib/schemas/list-range.ts'

const { offset } = ListRange.entries

/** The background jobs and their runs, with the progress of those under way. */
export default page(
  { path: '/admin/jobs', summary: 'Jobs for admins', role: 'admin', query: v.object({ offset }) },
  async ({ ctx, query, isPartial, sendPage, sendPart }) => {
    const props = await readJobs(ctx, query.offset)
    return isPartial
      ? sendPart(<Jobs {...props} isPart />)
      : sendPage('Jobs', <JobsPage {...props} />)
  },
)
