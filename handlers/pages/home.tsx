import { Home, Start } from '../../lib/pages/home/home.tsx'
import { readStart } from '../../lib/pages/home/read-start.ts'
import { page } from '../../lib/pages/page.tsx'
import { hasFilter, listUrl } from '../../lib/pages/search/list-query.ts'
import { readSearch, SearchQuery } from '../../lib/pages/search/read-search.ts'
import { Results } from '../../lib/pages/search/results.tsx'

/** Answers a search or, without one, shows where to start. */
export default page(
  { path: '/', summary: 'Search', query: SearchQuery },
  async ({ ctx, actor, query, request, isPartial, sendPage, sendPart, redirect }) => {
    const { q } = query
    if (q !== undefined) {
      const props = await readSearch(ctx, actor, { ...query, q })
      if (!isPartial) return sendPage(q, <Home search={props} />)
      const isLink = request.headers.has('hx-boosted')
      const headers = isLink ? undefined : { 'hx-replace-url': listUrl(props) }
      return sendPart(<Results {...props} isPart />, headers)
    }
    if (!isPartial && (hasFilter(query) || query.offset > 0)) return redirect(listUrl(query, query))
    const props = await readStart(ctx)
    if (!isPartial) return sendPage('Home', <Home start={props} />)
    return sendPart(<Start {...props} isPart />, { 'hx-replace-url': '/' })
  },
)
