import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listAgents } from '../../lib/identity/agents.ts'
import { OwnedAgent } from '../../lib/schemas/credentials.ts'
import { ListRange } from '../../lib/schemas/list.ts'

/** Lists the connected agents of all users, newest first. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/admin/agents',
    operationId: 'listAllAgents',
    summary: 'List the connected agents of all users',
    description: 'To disconnect one, use `DELETE /api/v1/me/agents/{id}`.',
    tag: 'admin',
    access: { role: 'admin', scope: 'read' },
    query: ListRange,
    responses: { 200: v.array(OwnedAgent) },
  },
  async ({ ctx, query, replyList }) => replyList(await listAgents(ctx, null, query)),
)
