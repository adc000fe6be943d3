import { valuesOf } from '../../../lib/http/in-one-language.ts'
import { listDeliveries, readWebhook } from '../../../lib/notify/webhooks.ts'
import { ByOffset } from '../../../lib/schemas/list.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { webhookEvents } from '../../../lib/schemas/webhook.ts'
import { page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { Deliveries, WebhookPage } from './webhooks-view.tsx'

export default page(
  { path: '/admin/webhooks/:id', summary: 'A webhook for admins', role: 'admin', params: ById, query: ByOffset },
  async ({ ctx, params: { id }, query, isPartial, sendPage, sendPart }) => {
    const webhook = await readWebhook(ctx, id)
    const deliveries = await readListing(query.offset, (range) => listDeliveries(ctx, id, range))
    const props = { webhook, deliveries }
    if (isPartial) return sendPart(<Deliveries {...props} isPart />)
    return sendPage('Webhook', <WebhookPage {...props} all={valuesOf(ctx.settings, webhookEvents)} />)
  },
)
