import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { changeRole } from '../../lib/identity/users.ts'
import { ById } from '../../lib/schemas/text.ts'
import { Role, User } from '../../lib/schemas/user.ts'

export default endpoint(
  {
    method: 'PATCH',
    path: '/api/v1/users/:id/role',
    operationId: 'updateUserRole',
    summary: "Change a user's role",
    description: 'The role applies from the next request of the user on. The last active admin cannot be demoted.',
    tag: 'users',
    access: { role: 'admin', scope: 'write' },
    params: ById,
    body: v.object({ role: Role }),
    responses: { 200: User },
    problems: [409],
  },
  async ({ ctx, actor, params, body, reply }) => reply(200, await changeRole(ctx, actor, params.id, body.role)),
)
