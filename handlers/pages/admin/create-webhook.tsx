import { createWebhook, listWebhooks } from '../../../lib/notify/webhooks.ts'
import { WebhooksPage } from '../../../lib/pages/admin/webhooks.tsx'
import { page } from '../../../lib/pages/page.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'
import { readListing } from '../../../lib/pages/parts/listing.ts'
import { WebhookRequest } from '../../../lib/schemas/webhook.ts'

/** Creates a webhook. Only this response contains its secret, so there is no redirect. */
export default page(
  { path: '/admin/webhooks', summary: 'Create a webhook', role: 'admin', form: WebhookRequest },
  async ({ ctx, actor, form, sendPage }) => {
    const { result, problem } = await attempt(async () => createWebhook(ctx, actor, form.read()))
    const webhooks = await readListing(0, (range) => listWebhooks(ctx, range))
    const props = {
      webhooks,
      ...(problem && { problem, typed: form.typed }),
      ...(result && { created: result }),
    }
    return sendPage('Webhooks', <WebhooksPage {...props} />, problem?.status)
  },
)
