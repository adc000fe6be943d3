import { listEmbedKeys } from '../../../lib/identity/embed-keys.ts'
import { ByOffset } from '../../../lib/schemas/list.ts'
import { originOf, page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { EmbedPage, Keys } from './embed-view.tsx'

/** The embed keys, with a form to create one. */
export default page(
  { path: '/admin/embed', summary: 'Embed keys for admins', role: 'admin', query: ByOffset },
  async ({ ctx, query, request, isPartial, sendPage, sendPart }) => {
    const keys = await readListing(query.offset, (range) => listEmbedKeys(ctx, range))
    return isPartial
      ? sendPart(<Keys keys={keys} isPart />)
      : sendPage('Embed', <EmbedPage keys={keys} origin={originOf(ctx, request)} />)
  },
)
