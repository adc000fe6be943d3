import * as v from 'valibot'
import { testWebhook } from '../../../lib/notify/webhooks.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Sends a test event to a webhook. */
export default page(
  {
    path: '/admin/webhooks/:id/test',
    summary: 'Test a webhook',
    role: 'admin',
    params: ById,
    form: v.object({}),
  },
  async ({ ctx, params, redirect }) => {
    await testWebhook(ctx, params.id)
    return redirect(`/admin/webhooks/${params.id}?done=webhook_tested`)
  },
)
