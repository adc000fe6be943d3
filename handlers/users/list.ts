import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listUsers } from '../../lib/identity/users.ts'
import { User, UserQuery } from '../../lib/schemas/user.ts'

/** Lists users sorted by email address. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/users',
    operationId: 'listUsers',
    summary: 'List users',
    description: '`q` is part of an email address or a name.',
    tag: 'users',
    access: { role: 'admin', scope: 'read' },
    query: UserQuery,
    responses: { 200: v.array(User) },
  },
  async ({ ctx, query, replyList }) => replyList(await listUsers(ctx, query.q, query)),
)
