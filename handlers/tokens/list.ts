import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listApiTokens } from '../../lib/identity/api-tokens.ts'
import { ApiToken } from '../../lib/schemas/credentials.ts'
import { ListRange } from '../../lib/schemas/list.ts'

/** Lists the caller's API tokens, newest first. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/tokens',
    operationId: 'listTokens',
    summary: 'List your API tokens',
    description: 'Your tokens with their last use, without their secrets.',
    tag: 'tokens',
    access: { role: 'viewer', scope: 'read' },
    query: ListRange,
    responses: { 200: v.array(ApiToken) },
  },
  async ({ ctx, actor, query, replyList }) => replyList(await listApiTokens(ctx, actor, query)),
)
