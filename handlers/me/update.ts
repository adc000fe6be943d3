import { endpoint } from '../../lib/http/endpoint.ts'
import { setLanguage } from '../../lib/identity/language.ts'
import { Preferences, User } from '../../lib/schemas/user.ts'

export default endpoint(
  {
    method: 'PATCH',
    path: '/api/v1/me',
    operationId: 'updateCurrentUser',
    summary: 'Set the language of the current user',
    description: 'Answers have `translation` in this language unless a request asks for another one with `lang`.',
    tag: 'users',
    access: { role: 'viewer', scope: 'write' },
    body: Preferences,
    responses: { 200: User },
    isMultilingual: true,
  },
  async ({ ctx, actor, body, reply }) => reply(200, await setLanguage(ctx, actor, body.language)),
)
