import { endpoint } from '../../lib/http/endpoint.ts'
import { eraseTimeoutMs, eraseUser } from '../../lib/identity/erase.ts'
import { ById } from '../../lib/schemas/text.ts'
import { Erasure, User } from '../../lib/schemas/user.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/users/:id/erase',
    operationId: 'eraseUser',
    summary: 'Erase the details of a user',
    description:
      'Removes the email address, Slack ID and client addresses of a person from everything that is stored, the audit log included, their name from the account, and `names` from all texts, and ends their access. What they wrote stays, without these details. `names` are some of those that the preview returns: a name can be any words, so look at its examples first. This cannot be undone. Nobody can erase themselves, and the last active admin cannot be erased.',
    tag: 'users',
    access: { role: 'admin', scope: 'write' },
    params: ById,
    body: Erasure,
    timeoutMs: eraseTimeoutMs,
    responses: { 200: User },
    problems: [409],
  },
  async ({ ctx, actor, params, body, reply }) => reply(200, await eraseUser(ctx, actor, params.id, body.names)),
)
