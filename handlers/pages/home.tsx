import { Home } from '../../lib/pages/home/home.tsx'
import { readStart } from '../../lib/pages/home/read-start.ts'
import { Start } from '../../lib/pages/home/start.tsx'
import { page, replaceUrl } from '../../lib/pages/page.tsx'
import { hasFilter, listUrl } from '../../lib/pages/search/list-query.ts'
import { readQuickly, readSearch, SearchQuery } from '../../lib/pages/search/read-search.ts'
import { QuickResults, Results } from '../../lib/pages/search/results.tsx'

/** Answers a search or, without one, shows where to start. */
export default page(
  { path: '/', summary: 'Search', query: SearchQuery },
  async ({ ctx, actor, query, request, isPartial, sendPage, sendPart, redirect }) => {
    const { q } = query
    const isQuick = isPartial && request.headers.get('hx-target') === 'quick-results'
    if (isQuick) {
      return sendPart(<QuickResults search={q === undefined ? null : await readQuickly(ctx, q)} />)
    }
    const search = q === undefined ? null : await readSearch(ctx, actor, { ...query, q })
    if (search) {
      const results = <Results {...search} isPart={isPartial} />
      return isPartial
        ? sendPart(results, replaceUrl(request, listUrl(search)))
        : sendPage(search.q, <Home q={search.q}>{results}</Home>)
    }
    if (!isPartial && (hasFilter(query) || query.offset > 0)) return redirect(listUrl(query, query))
    const props = { ...(await readStart(ctx, actor)), role: actor.role, now: ctx.now() }
    const start = <Start {...props} isPart={isPartial} />
    return isPartial
      ? sendPart(start, { 'hx-replace-url': '/' })
      : sendPage('Home', <Home>{start}</Home>)
  },
)
