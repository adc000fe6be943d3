import { endCredential } from '../../../lib/identity/end-credential.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/admin/embed/:id/revoke', summary: 'Revoke an embed key', role: 'admin' },
  async ({ ctx, actor, params }) => {
    await endCredential(ctx, actor, 'embed_key', params.id)
    return '/admin/embed?done=key_revoked'
  },
)
