import { revokeApiToken } from '../../../lib/identity/api-tokens.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/tokens/:id/revoke', summary: 'Revoke an API token' },
  async ({ ctx, actor, params }) => {
    await revokeApiToken(ctx, actor, params.id)
    return '/tokens?done=revoked'
  },
)
