import { endCredential } from '../../../lib/identity/end-credential.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/tokens/:id/revoke', summary: 'Revoke an API token' },
  async ({ ctx, actor, params }) => {
    await endCredential(ctx, actor, 'token', params.id)
    return '/tokens?done=revoked'
  },
)
