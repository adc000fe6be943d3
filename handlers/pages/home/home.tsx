import type { ComponentChildren } from 'preact'
import { ignoredIn } from '../../../lib/web/lenient-query.tsx'
import { chosenFilters, hasFilter, listUrl } from '../../../lib/web/list-query.ts'
import { page, replaceUrl } from '../../../lib/web/page.tsx'
import { SearchBox } from '../../../lib/web/search-box.tsx'
import { readQuickly, readSearch, SearchQuery } from './read-search.ts'
import { readStart } from './read-start.ts'
import { QuickResults, Results } from './results-view.tsx'
import { Start } from './start-view.tsx'

/** Answers a search or, without one, shows where to start. */
export default page(
  { path: '/', summary: 'Search', query: SearchQuery },
  async ({ ctx, actor, query, request, isPartial, sendPage, sendPart, redirect }) => {
    const { q } = query
    const isQuick = isPartial && request.headers.get('hx-target') === 'quick-results'
    if (isQuick) {
      return sendPart(<QuickResults search={q === undefined ? null : await readQuickly(ctx, actor, q)} />)
    }
    const search = q === undefined ? null : await readSearch(ctx, actor, { ...query, q })
    if (search) {
      const isTold = new URL(request.url).searchParams.get('done')?.startsWith('related')
      const ignored = ignoredIn(request.url, chosenFilters, query)
      const results = <Results {...search} ignored={ignored} isPart={isPartial} isTold={isTold} />
      return isPartial
        ? sendPart(results, replaceUrl(request, listUrl(search)))
        : sendPage(search.q, <Home q={search.q}>{results}</Home>)
    }
    if (!isPartial && (hasFilter(query) || query.offset > 0)) return redirect(listUrl(query, query))
    const props = { ...(await readStart(ctx, actor)), role: actor.role, now: ctx.now(), hasSlack: ctx.slack !== null }
    const start = <Start {...props} isPart={isPartial} />
    return isPartial ? sendPart(start, { 'hx-replace-url': '/' }) : sendPage('Home', <Home>{start}</Home>)
  },
)

/** The search box, and below it the results of a search or, without one, where to start. */
function Home({ q, children }: { q?: string; children: ComponentChildren }) {
  return (
    <>
      <SearchBox q={q} target="results" isFocused />
      {children}
    </>
  )
}
