import { Home, Start } from '../../lib/pages/home/home.tsx'
import { readStart } from '../../lib/pages/home/read-start.ts'
import { page } from '../../lib/pages/page.tsx'
import { hasFilter, listUrl } from '../../lib/pages/search/list-query.ts'
import { readSearch, SearchQuery } from '../../lib/pages/search/read-search.ts'
import { QuickResults, Results } from '../../lib/pages/search/results.tsx'

/** Answers a search or, without one, shows where to start. */
export default page(
  { path: '/', summary: 'Search', query: SearchQuery },
  async ({ ctx, actor, query, request, isPartial, sendPage, sendPart, redirect }) => {
    const { q } = query
    const search = q === undefined ? null : await readSearch(ctx, actor, { ...query, q })
    const isQuick = request.headers.get('hx-target') === 'quick-results'
    if (isPartial && isQuick) return sendPart(<QuickResults search={search} />)
    if (search) {
      if (!isPartial) return sendPage(search.q, <Home search={search} />)
      const isLink = request.headers.has('hx-boosted')
      const headers = isLink ? undefined : { 'hx-replace-url': listUrl(search) }
      return sendPart(<Results {...search} isPart />, headers)
    }
    if (!isPartial && (hasFilter(query) || query.offset > 0)) return redirect(listUrl(query, query))
    const start = await readStart(ctx)
    if (!isPartial) return sendPage('Home', <Home start={start} />)
    return sendPart(<Start {...start} isPart />, { 'hx-replace-url': '/' })
  },
)
