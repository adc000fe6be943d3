import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { setActive } from '../../lib/identity/users.ts'
import { ById } from '../../lib/schemas/text.ts'
import { User } from '../../lib/schemas/user.ts'

export default endpoint(
  {
    method: 'PATCH',
    path: '/api/v1/users/:id',
    operationId: 'updateUser',
    summary: 'Activate or deactivate a user',
    description:
      'The change applies from the next request of the user on. Whoever is deactivated stops owning terms. The last active admin cannot be deactivated.',
    tag: 'users',
    access: { role: 'admin', scope: 'write' },
    params: ById,
    body: v.object({ is_active: v.boolean('must be true or false') }),
    responses: { 200: User },
    problems: [409],
  },
  async ({ ctx, actor, params, body, reply }) => reply(200, await setActive(ctx, actor, params.id, body.is_active)),
)
