import { isEditor } from '../../../lib/identity/actor.ts'
import { ignoredIn } from '../../../lib/web/lenient-query.tsx'
import { chosenFilters, listUrl } from '../../../lib/web/list-query.ts'
import { page, replaceUrl } from '../../../lib/web/page.tsx'
import { Browse, BrowseQuery, browseTitle, readBrowse, TermsByName } from './browse-view.tsx'

/** Lists the terms that match the filters, by name. */
export default page(
  { path: '/browse', summary: 'Browse by name', query: BrowseQuery },
  async ({ ctx, actor, query, request, isPartial, sendPage, sendPart }) => {
    const props = {
      ...(await readBrowse(ctx, actor, query)),
      mayImport: isEditor(actor),
      ignored: ignoredIn(request.url, chosenFilters, query),
    }
    if (!isPartial) return sendPage(browseTitle(props), <Browse {...props} />)
    return sendPart(<TermsByName {...props} isPart />, replaceUrl(request, listUrl(props)))
  },
)
