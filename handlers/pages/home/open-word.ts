import { findMeanings } from '../../../lib/lookup/typed-to-terms.ts'
import { ListQuery, listUrl } from '../../../lib/web/list-query.ts'
import { page } from '../../../lib/web/page.tsx'
import { wordPath } from '../../../lib/web/parts/url.ts'

/** Opens the page of a word that was typed. If no term has this name, searches for it within the filters. */
export default page(
  { path: '/t', summary: 'Open a word, or search', query: ListQuery },
  async ({ ctx, actor, query, redirect, redirectWindow }) => {
    const found = query.q === undefined ? null : await findMeanings(ctx, query.q, {}, 1)
    if (found) ctx.lookups.count({ ...found, surface: 'page', person: actor.id })
    if (!found || found.match === 'none') return redirect(query.q === undefined ? '/' : listUrl(query))
    return redirectWindow(wordPath(found.asked))
  },
)
