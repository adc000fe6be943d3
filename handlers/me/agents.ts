import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listAgents } from '../../lib/identity/agents.ts'
import { Agent } from '../../lib/schemas/credentials.ts'
import { ListRange } from '../../lib/schemas/list.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/me/agents',
    operationId: 'listAgents',
    summary: 'List your connected agents',
    description:
      'The agents that you have allowed to read the glossary at `/mcp`, newest first. An agent that is not used until `expires_at` has to log in again.',
    tag: 'tokens',
    access: { role: 'viewer', scope: 'read' },
    query: ListRange,
    responses: { 200: v.array(Agent) },
  },
  async ({ ctx, actor, query, replyList }) => replyList(await listAgents(ctx, actor.id, query)),
)
