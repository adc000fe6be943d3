import { endCredential } from '../../../lib/identity/end-credential.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/admin/webhooks/:id/delete', summary: 'Delete a webhook', role: 'admin' },
  async ({ ctx, actor, params }) => {
    await endCredential(ctx, actor, 'webhook', params.id)
    return '/admin/webhooks?done=webhook_deleted'
  },
)
