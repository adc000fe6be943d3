import { readStats } from '../../lib/admin/stats.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { Stats } from '../../lib/schemas/admin.ts'

/** Returns the numbers of terms, users and votes. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/admin/stats',
    summary: 'Count terms, users and votes',
    tag: 'admin',
    access: { role: 'admin', scope: 'read' },
    responses: { 200: Stats },
  },
  async ({ ctx, reply }) => reply(200, await readStats(ctx)),
)
