import * as v from 'valibot'
import { toPage } from '../../lib/db/page.ts'
import { endpoint } from '../../lib/endpoint.ts'
import { ArrayPage } from '../../lib/schemas/page.ts'
import { ApiToken } from '../../lib/schemas/token.ts'

/** Lists the caller's own API tokens, newest first. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/tokens',
    summary: "List the caller's API tokens",
    tag: 'tokens',
    access: { role: 'viewer', scope: 'read' },
    query: ArrayPage,
    answers: { 200: v.array(ApiToken) },
  },
  async ({ ctx, actor, query, reply }) => {
    const rows = await ctx.db.many<ApiToken & { total: number }>('tokens/list', {
      user_id: actor.id,
      ...query,
    })
    const { items, total } = toPage(rows)
    return reply(200, items, { 'x-total-count': String(total) })
  },
)
