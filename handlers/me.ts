import { endpoint } from '../lib/http/endpoint.ts'
import { isMultilingual } from '../lib/languages.ts'
import { User } from '../lib/schemas/user.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/me',
    operationId: 'getCurrentUser',
    summary: 'Get the current user',
    description: 'The user of the credential that the request has.',
    tag: 'users',
    access: { role: 'viewer', scope: 'read' },
    responses: { 200: User },
  },
  async ({ ctx, actor, reply }) => {
    const user = await ctx.db.one<User>('identity/find-user', { id: actor.id })
    if (!user) throw new Error('the user does not exist any more')
    return reply(200, isMultilingual(ctx.settings) ? { ...user, language: actor.language ?? null } : user)
  },
)
