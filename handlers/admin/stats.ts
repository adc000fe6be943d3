import { readStats } from '../../lib/admin/stats.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { Stats } from '../../lib/schemas/admin.ts'

/** Returns the numbers of terms, users and votes, and how well the glossary is doing. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/admin/stats',
    operationId: 'getStatistics',
    summary: 'Read the statistics',
    description:
      '`quality` has percentages of the terms that are not suggestions: those with an active owner, those that were confirmed within SERVICE_STALE_THRESHOLD_DAYS, and official ones. `lookups` covers the last 30 days. `decisions` covers proposals and reports that were decided in the last 90 days, without withdrawn ones; `median_seconds` is how long half of them took at most.',
    tag: 'admin',
    access: { role: 'admin', scope: 'read' },
    responses: { 200: Stats },
  },
  async ({ ctx, reply }) => reply(200, await readStats(ctx)),
)
