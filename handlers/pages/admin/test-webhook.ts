import { testWebhook } from '../../../lib/notify/webhooks.ts'
import { button } from '../../../lib/web/page.tsx'

export default button(
  { path: '/admin/webhooks/:id/test', summary: 'Test a webhook', role: 'admin' },
  async ({ ctx, params }) => {
    await testWebhook(ctx, params.id)
    return `/admin/webhooks/${params.id}?done=webhook_tested`
  },
)
