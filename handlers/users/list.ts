import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listUsers } from '../../lib/identity/users.ts'
import { User, UserQuery } from '../../lib/schemas/user.ts'

/** Lists users by e-mail address. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/users',
    summary: 'List users',
    description: '`q` is looked for in e-mail addresses and names.',
    tag: 'users',
    access: { role: 'admin', scope: 'read' },
    query: UserQuery,
    answers: { 200: v.array(User) },
  },
  async ({ ctx, query, reply }) => {
    const { items, total } = await listUsers(ctx, query.q, query)
    return reply(200, items, { 'x-total-count': String(total) })
  },
)
