import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listRuns } from '../../lib/jobs/runs.ts'
import { JobRun } from '../../lib/schemas/admin.ts'
import { ListRange } from '../../lib/schemas/list.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/admin/jobs',
    operationId: 'listJobRuns',
    summary: 'List job runs',
    description: 'The newest first.',
    tag: 'admin',
    access: { role: 'admin', scope: 'read' },
    query: ListRange,
    responses: { 200: v.array(JobRun) },
  },
  async ({ ctx, query, replyList }) => replyList(await listRuns(ctx, query)),
)
