import * as v from 'valibot'
import { revokeApiToken } from '../../../lib/identity/api-tokens.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Revokes an API token. */
export default page(
  { path: '/tokens/:id/revoke', summary: 'Revoke an API token', params: ById, form: v.object({}) },
  async ({ ctx, actor, params, redirect }) => {
    await revokeApiToken(ctx, actor, params.id)
    return redirect('/tokens?done=revoked')
  },
)
