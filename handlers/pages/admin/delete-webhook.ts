import * as v from 'valibot'
import { removeWebhook } from '../../../lib/notify/webhooks.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Deletes a webhook. */
export default page(
  {
    path: '/admin/webhooks/:id/delete',
    summary: 'Delete a webhook',
    role: 'admin',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, actor, params, redirect }) => {
    await removeWebhook(ctx, actor, params.id)
    return redirect('/admin/webhooks?done=webhook_deleted')
  },
)
