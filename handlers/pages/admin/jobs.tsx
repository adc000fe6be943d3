import { ByOffset } from '../../../lib/schemas/list.ts'
import { page } from '../../../lib/web/page.tsx'
import { Jobs, JobsPage, readJobs } from './jobs-view.tsx'

/** The background jobs and their runs, with the progress of those under way. */
export default page(
  { path: '/admin/jobs', summary: 'Jobs for admins', role: 'admin', query: ByOffset },
  async ({ ctx, query, isPartial, sendPage, sendPart }) => {
    const props = await readJobs(ctx, query.offset)
    return isPartial ? sendPart(<Jobs {...props} isPart />) : sendPage('Jobs', <JobsPage {...props} />)
  },
)
