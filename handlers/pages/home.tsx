import * as v from 'valibot'
import { listCategories, listInitials, offsetOfInitial } from '../../lib/lookup/browse.ts'
import { listTerms } from '../../lib/lookup/list.ts'
import { suggestNames } from '../../lib/lookup/search.ts'
import { Home, Results } from '../../lib/pages/home/home.tsx'
import { type HomeProps, hasFilter, homeTitle, homeUrl } from '../../lib/pages/home/home-query.ts'
import { page } from '../../lib/pages/page.tsx'
import { name, TermQuery } from '../../lib/schemas/term.ts'
import { text } from '../../lib/schemas/text.ts'

const pageSize = 25
const { q, status, category, stale, owner, offset } = TermQuery.entries
const query = v.object({
  ...{ q, status, category, stale, owner, offset },
  name: v.optional(name),
  letter: v.optional(text(1)),
})

/** Lists the terms that match the search and the filters: by relevance, or by name without a search. */
export default page(
  { path: '/', summary: 'Search and browse', query },
  async ({ ctx, actor, query, request, isPartial, sendPage, sendPart }) => {
    const { letter, offset: givenOffset, ...given } = query
    const isSearch = given.q !== undefined
    // A search replaces the list of the meanings of one name.
    const search = isSearch ? { ...given, name: undefined } : given
    const filter = { ...search, owner: search.owner === 'me' ? actor.id : search.owner }
    const isJump = letter !== undefined && letter.toLowerCase() >= 'a' && !isSearch
    const offset = isJump ? await offsetOfInitial(ctx, letter, filter) : givenOffset
    const [terms, categories, initials] = await Promise.all([
      listTerms(ctx, filter, { limit: pageSize, offset }),
      listCategories(ctx),
      isSearch || search.name !== undefined ? [] : listInitials(ctx, filter),
    ])
    const isEmpty = isSearch && terms.total === 0
    const totalWithoutFilters =
      isEmpty && hasFilter(search)
        ? (await listTerms(ctx, { q: search.q }, { limit: 1, offset: 0 })).total
        : terms.total
    const isUnknown = isEmpty && totalWithoutFilters === 0
    const props: HomeProps = {
      ...{ ...search, offset, pageSize, terms, categories, initials, totalWithoutFilters },
      similarNames: isUnknown && search.q ? await suggestNames(ctx, search.q) : [],
    }
    if (!isPartial) return sendPage(homeTitle(search), <Home {...props} />)
    const isLink = request.headers.has('hx-boosted')
    return sendPart(
      <Results {...props} isPart />,
      isLink ? {} : { 'hx-replace-url': homeUrl(search) },
    )
  },
)
