import { endpoint } from '../../lib/http/endpoint.ts'
import { eraseTimeoutMs, eraseUser } from '../../lib/identity/erase.ts'
import { ById } from '../../lib/schemas/text.ts'
import { User } from '../../lib/schemas/user.ts'

/** Erases the details of a user. */
export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/users/:id/erase',
    operationId: 'eraseUser',
    summary: 'Erase the details of a user',
    description:
      'Removes the name, email address, Slack ID and client addresses of a person from everything that is stored, the audit log included, and ends their access. What they wrote stays, without these details. This cannot be undone. Nobody can erase themselves, and the last active admin cannot be erased.',
    tag: 'users',
    access: { role: 'admin', scope: 'write' },
    params: ById,
    timeoutMs: eraseTimeoutMs,
    responses: { 200: User },
    problems: [409],
  },
  async ({ ctx, actor, params, reply }) => reply(200, await eraseUser(ctx, actor, params.id)),
)
