import { endpoint } from '../../lib/http/endpoint.ts'
import { inviteUser } from '../../lib/identity/users.ts'
import { Invitation, User } from '../../lib/schemas/user.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/users',
    operationId: 'inviteUser',
    summary: 'Invite a user',
    description:
      'Adds the account of someone who has never logged in, with the role that they will have. The first login with this email address, if it is verified, is that user. Nobody is told: the service sends no email.',
    tag: 'users',
    access: { role: 'admin', scope: 'write' },
    body: Invitation,
    responses: { 201: User },
    problems: [409],
  },
  async ({ ctx, actor, body, reply }) => reply(201, await inviteUser(ctx, actor, body)),
)
