import { valuesOf } from '../../../lib/http/in-one-language.ts'
import { listWebhooks } from '../../../lib/notify/webhooks.ts'
import { ByOffset } from '../../../lib/schemas/list.ts'
import { webhookEvents } from '../../../lib/schemas/webhook.ts'
import { page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { Webhooks, WebhooksPage } from './webhooks-view.tsx'

/** The webhooks, with a form to create one. */
export default page(
  { path: '/admin/webhooks', summary: 'Webhooks for admins', role: 'admin', query: ByOffset },
  async ({ ctx, query, isPartial, sendPage, sendPart }) => {
    const webhooks = await readListing(query.offset, (range) => listWebhooks(ctx, range))
    const props = { webhooks, events: valuesOf(ctx.settings, webhookEvents) }
    return isPartial ? sendPart(<Webhooks {...props} isPart />) : sendPage('Webhooks', <WebhooksPage {...props} />)
  },
)
