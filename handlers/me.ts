import { endpoint } from '../lib/http/endpoint.ts'
import { User } from '../lib/schemas/user.ts'

/** Gives the caller. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/me',
    summary: 'Get the caller',
    tag: 'users',
    access: { role: 'viewer', scope: 'read' },
    answers: { 200: User },
  },
  async ({ ctx, actor, reply }) => {
    const user = await ctx.db.one<User>('users/find', { id: actor.id })
    if (!user) throw new Error('the caller has vanished')
    return reply(200, user)
  },
)
