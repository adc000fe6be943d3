import { listDeliveries, readWebhook } from '../../../lib/notify/webhooks.ts'
import { ByOffset } from '../../../lib/schemas/list.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { Deliveries, WebhookPage } from './webhooks-view.tsx'

/** A webhook and its deliveries. */
export default page(
  { path: '/admin/webhooks/:id', summary: 'A webhook for admins', role: 'admin', params: ById, query: ByOffset },
  async ({ ctx, params: { id }, query, isPartial, sendPage, sendPart }) => {
    const webhook = await readWebhook(ctx, id)
    const deliveries = await readListing(query.offset, (range) => listDeliveries(ctx, id, range))
    const props = { webhook, deliveries }
    return isPartial ? sendPart(<Deliveries {...props} isPart />) : sendPage('Webhook', <WebhookPage {...props} />)
  },
)
