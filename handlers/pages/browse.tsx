import { isEditor } from '../../lib/identity/actor.ts'
import { Browse, browseTitle, TermsByName } from '../../lib/pages/browse/browse.tsx'
import { BrowseQuery, readBrowse } from '../../lib/pages/browse/read-browse.ts'
import { page, replaceUrl } from '../../lib/pages/page.tsx'
import { listUrl } from '../../lib/pages/search/list-query.ts'

/** Lists the terms that match the filters, by name. */
export default page(
  { path: '/browse', summary: 'Browse by name', query: BrowseQuery },
  async ({ ctx, actor, query, request, isPartial, sendPage, sendPart }) => {
    const props = { ...(await readBrowse(ctx, actor, query)), mayImport: isEditor(actor) }
    if (!isPartial) return sendPage(browseTitle(props), <Browse {...props} />)
    return sendPart(<TermsByName {...props} isPart />, replaceUrl(request, listUrl(props)))
  },
)
