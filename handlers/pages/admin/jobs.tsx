import * as v from 'valibot'
import { Jobs, JobsPage } from '../../../lib/pages/admin/jobs.tsx'
import { readJobs } from '../../../lib/pages/admin/read-jobs.ts'
import { page } from '../../../lib/pages/page.tsx'
import { ArrayPage } from '../../../lib/schemas/page.ts'

const { offset } = ArrayPage.entries

/** The background jobs and their runs, with the progress of those under way. */
export default page(
  { path: '/admin/jobs', summary: 'Jobs for admins', role: 'admin', query: v.object({ offset }) },
  async ({ ctx, query, isPartial, show, showPart }) => {
    const props = await readJobs(ctx, query.offset)
    return isPartial ? showPart(<Jobs {...props} isPart />) : show('Jobs', <JobsPage {...props} />)
  },
)
