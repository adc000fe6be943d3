import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { requestRun } from '../../lib/jobs/runs.ts'
import { invalid } from '../../lib/problem.ts'
import { JobRun, jobTypes } from '../../lib/schemas/admin.ts'

const JobType = v.picklist(jobTypes)

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/admin/jobs/:job_type/run',
    operationId: 'runJob',
    summary: 'Run a job now',
    description: `\`job_type\` is one of ${jobTypes.join(', ')}. The job runs in the background.`,
    tag: 'admin',
    access: { role: 'admin', scope: 'write' },
    // Not a picklist, because a wrong one gets 422 and not 404.
    params: v.object({ job_type: v.pipe(v.string(), v.metadata({ jsonSchema: { enum: jobTypes } })) }),
    responses: { 202: JobRun },
    problems: [409, 422],
  },
  async ({ ctx, actor, params, reply }) => {
    const jobType = v.safeParse(JobType, params.job_type)
    if (!jobType.success) throw invalid('job_type', `must be one of ${jobTypes.join(', ')}`)
    return reply(202, await requestRun(ctx, actor, jobType.output))
  },
)
