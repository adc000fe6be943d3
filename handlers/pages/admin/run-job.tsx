import * as v from 'valibot'
import { requestRun } from '../../../lib/jobs/runs.ts'
import { jobTypes } from '../../../lib/schemas/admin.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { Jobs, JobsPage, jobs, readJobs } from './jobs-view.tsx'

export default page(
  {
    path: '/admin/jobs/:job_type/run',
    summary: 'Run a job now',
    role: 'admin',
    params: v.object({ job_type: v.picklist(jobTypes) }),
    form: v.object({}),
  },
  async ({ ctx, actor, params: { job_type }, isPartial, sendPage, sendPart, redirect }) => {
    const { problem } = await attempt(() => requestRun(ctx, actor, job_type))
    if (!problem && !isPartial) return redirect('/admin/jobs?done=started')
    const message = problem ? undefined : `${jobs[job_type].name} started.`
    const props = { ...(await readJobs(ctx, 0)), problem, message }
    return isPartial
      ? sendPart(<Jobs {...props} isPart />, {}, problem?.status)
      : sendPage('Jobs', <JobsPage {...props} />, problem?.status)
  },
)
