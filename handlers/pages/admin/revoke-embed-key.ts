import * as v from 'valibot'
import { revokeEmbedKey } from '../../../lib/identity/embed-keys.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Revokes an embed key. */
export default page(
  {
    path: '/admin/embed/:id/revoke',
    summary: 'Revoke an embed key',
    role: 'admin',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, actor, params, redirect }) => {
    await revokeEmbedKey(ctx, actor, params.id)
    return redirect('/admin/embed?done=key_revoked')
  },
)
