import { Home, Results } from '../../lib/pages/home/home.tsx'
import { homeTitle, homeUrl } from '../../lib/pages/home/home-query.ts'
import { HomePlace, readHome } from '../../lib/pages/home/read-home.ts'
import { page } from '../../lib/pages/page.tsx'

/** Lists the terms that match the search and the filters: by relevance, or by name without a search. */
export default page(
  { path: '/', summary: 'Search and browse', query: HomePlace },
  async ({ ctx, actor, query, request, isPartial, sendPage, sendPart }) => {
    const props = await readHome(ctx, actor, query)
    if (!isPartial) return sendPage(homeTitle(props), <Home {...props} />)
    const isLink = request.headers.has('hx-boosted')
    return sendPart(
      <Results {...props} isPart />,
      isLink ? {} : { 'hx-replace-url': homeUrl(props) },
    )
  },
)
