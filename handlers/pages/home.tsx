import * as v from 'valibot'
import { listCategories, listInitials, offsetOfInitial } from '../../lib/lookup/browse.ts'
import { listTerms } from '../../lib/lookup/list.ts'
import { findMeanings } from '../../lib/lookup/look-up.ts'
import { findNameLinks } from '../../lib/lookup/name-links.ts'
import { suggestNames } from '../../lib/lookup/search.ts'
import { listWanted } from '../../lib/lookup/wanted.ts'
import { followsCategory } from '../../lib/notify/follows.ts'
import { Home, Results } from '../../lib/pages/home/home.tsx'
import {
  type HomeProps,
  HomeQuery,
  hasFilter,
  hasNoMatch,
  homeTitle,
  homeUrl,
} from '../../lib/pages/home/home-query.ts'
import { page } from '../../lib/pages/page.tsx'
import { TermQuery } from '../../lib/schemas/term.ts'
import { text } from '../../lib/schemas/text.ts'

const pageSize = 25
/** More meanings than this are on the page of the word. */
const maxAnswers = 6
const firstOnly = { limit: 1, offset: 0 }
const firstFew = { limit: 5, offset: 0 }
const query = v.object({
  ...HomeQuery.entries,
  offset: TermQuery.entries.offset,
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
    const isStart = ctx.settings.wanted && !isSearch && !hasFilter(search) && offset === 0
    const [terms, found, categories, initials, isFollowed, wanted] = await Promise.all([
      listTerms(ctx, filter, { limit: pageSize, offset }),
      search.q === undefined ? null : findMeanings(ctx, search.q, {}, maxAnswers),
      listCategories(ctx),
      isSearch || search.name !== undefined ? [] : listInitials(ctx, filter),
      search.category !== undefined && followsCategory(ctx, actor.id, search.category),
      isStart ? listWanted(ctx, actor.id, firstFew) : { items: [] },
    ])
    const isFiltered = isSearch && hasNoMatch({ terms }) && hasFilter(search)
    const everywhere = isFiltered ? await listTerms(ctx, { q: search.q }, firstOnly) : terms
    const totalWithoutFilters = everywhere.did_you_mean ? 0 : everywhere.total
    const isUnknown = found !== null && totalWithoutFilters === 0
    const isListed = new Set(terms.items.map(({ id }) => id))
    const answer = found?.terms.filter(({ id }) => isListed.has(id)) ?? []
    const props: HomeProps = {
      ...{ ...search, offset, pageSize, terms, categories, initials, totalWithoutFilters },
      isFollowed,
      ...{ answer, links: await findNameLinks(ctx, answer) },
      wanted: wanted.items.map(({ name }) => name),
      ...{ meanings: found?.total ?? 0, asked: found?.asked ?? '' },
      similarNames:
        isUnknown && terms.total === 0
          ? (everywhere.did_you_mean ?? (await suggestNames(ctx, found.asked)))
          : [],
    }
    if (!isPartial) return sendPage(homeTitle(search), <Home {...props} />)
    const isLink = request.headers.has('hx-boosted')
    return sendPart(
      <Results {...props} isPart />,
      isLink ? {} : { 'hx-replace-url': homeUrl(search) },
    )
  },
)
