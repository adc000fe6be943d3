import { removeWebhook } from '../../../lib/notify/webhooks.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/admin/webhooks/:id/delete', summary: 'Delete a webhook', role: 'admin' },
  async ({ ctx, actor, params }) => {
    await removeWebhook(ctx, actor, params.id)
    return '/admin/webhooks?done=webhook_deleted'
  },
)
