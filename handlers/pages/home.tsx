import * as v from 'valibot'
import {
  findSimilarNames,
  listCategories,
  listInitials,
  offsetOfInitial,
} from '../../lib/glossary/browse.ts'
import { listTerms } from '../../lib/glossary/list.ts'
import { type Browsing, searchAddress } from '../../lib/pages/home/browsing.ts'
import { Home, Results } from '../../lib/pages/home/home.tsx'
import { page } from '../../lib/pages/page.tsx'
import { TermQuery } from '../../lib/schemas/term.ts'
import { text } from '../../lib/schemas/text.ts'

const pageSize = 25
const { q, status, category, stale, owner, offset } = TermQuery.entries

/** The glossary itself: search, filters and the terms, by relevance or by name. */
export default page(
  {
    path: '/',
    summary: 'Search and browse',
    query: v.object({ q, status, category, stale, owner, letter: v.optional(text(1)), offset }),
  },
  async ({ ctx, actor, query, request, isPartial, show, showPart }) => {
    const { letter, ...search } = query
    const filter = { ...search, owner: search.owner === 'me' ? actor.id : search.owner }
    const isJump = letter !== undefined && letter.toLowerCase() >= 'a' && filter.q === undefined
    const offset = isJump ? await offsetOfInitial(ctx, letter, filter) : query.offset
    const [terms, categories, initials] = await Promise.all([
      listTerms(ctx, filter, { limit: pageSize, offset }),
      listCategories(ctx),
      filter.q === undefined ? listInitials(ctx) : [],
    ])
    const isNothing = filter.q !== undefined && terms.total === 0
    const browsing: Browsing = {
      ...{ ...search, offset, pageSize, terms, categories, initials },
      close: isNothing && filter.q ? await findSimilarNames(ctx, filter.q) : [],
    }
    if (!isPartial) return show('Home', <Home {...browsing} />)
    const isLink = request.headers.has('hx-boosted')
    return showPart(
      <Results {...browsing} isPart />,
      isLink ? {} : { 'hx-replace-url': searchAddress(search) },
    )
  },
)
