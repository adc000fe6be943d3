import * as v from 'valibot'
import { toPage } from '../../lib/db/page.ts'
import { endpoint } from '../../lib/endpoint.ts'
import { ArrayPage } from '../../lib/schemas/page.ts'
import { User } from '../../lib/schemas/user.ts'

/** Lists users by e-mail address. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/users',
    summary: 'List users',
    tag: 'users',
    access: { role: 'admin', scope: 'read' },
    query: ArrayPage,
    answers: { 200: v.array(User) },
  },
  async ({ ctx, query, reply }) => {
    const { items, total } = toPage(
      await ctx.db.many<User & { total: number }>('users/list', query),
    )
    return reply(200, items, { 'x-total-count': String(total) })
  },
)
