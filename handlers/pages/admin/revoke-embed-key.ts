import { revokeEmbedKey } from '../../../lib/identity/embed-keys.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/admin/embed/:id/revoke', summary: 'Revoke an embed key', role: 'admin' },
  async ({ ctx, actor, params }) => {
    await revokeEmbedKey(ctx, actor, params.id)
    return '/admin/embed?done=key_revoked'
  },
)
