import { valuesOf } from '../../../lib/http/in-one-language.ts'
import { createWebhook, listWebhooks } from '../../../lib/notify/webhooks.ts'
import { WebhookRequest, webhookEvents } from '../../../lib/schemas/webhook.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { WebhooksPage } from './webhooks-view.tsx'

/** Creates a webhook. Only this response contains its secret, so there is no redirect. */
export default page(
  { path: '/admin/webhooks', summary: 'Create a webhook', role: 'admin', form: WebhookRequest },
  async ({ ctx, actor, form, sendPage }) => {
    const { result, problem } = await attempt(async () => createWebhook(ctx, actor, form.read()))
    const webhooks = await readListing(0, (range) => listWebhooks(ctx, range))
    const events = valuesOf(ctx.settings, webhookEvents)
    const refused = problem && { problem, typed: form.typed }
    const props = { webhooks, events, ...refused, ...(result && { created: result }) }
    return sendPage('Webhooks', <WebhooksPage {...props} />, problem?.status)
  },
)
