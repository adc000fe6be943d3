import * as v from 'valibot'
import { addDetails } from '../../../lib/lookup/answer-details.ts'
import { findMeanings } from '../../../lib/lookup/look-up.ts'
import { suggestNames } from '../../../lib/lookup/suggest.ts'
import { readNotice } from '../../../lib/lookup/wanted.ts'
import { query } from '../../../lib/schemas/text.ts'
import { originOf, page } from '../../../lib/web/page.tsx'
import { referringPath } from './read-return-path.ts'
import { readTermView } from './read-term.ts'
import { TermPage } from './term-view.tsx'
import { WordPage } from './word-view.tsx'

/** More than a name can have meanings. */
const maxMeanings = 100

/** What a word means: the page of its only term, or all its meanings. The name may contain slashes. */
export default page(
  { path: '/t/:name+', summary: 'Look up a word', params: v.object({ name: query(200) }) },
  async ({ ctx, actor, params, request, sendPage }) => {
    const found = await findMeanings(ctx, params.name, {}, maxMeanings)
    const { asked, terms, total } = found
    const [first, second] = terms
    if (!first) ctx.lookups.count({ ...found, surface: 'page', person: actor.id })
    if (first && !second) {
      const view = await readTermView(ctx, actor, first.id, request)
      const content = <TermPage {...view} isPart={false} returnTo={referringPath(request)} />
      return sendPage(first.name, content, 200, `/terms/${first.id}`)
    }
    const meanings = await addDetails(ctx, actor, terms)
    const similarNames = first ? [] : await suggestNames(ctx, asked)
    const isAsked = first ? null : await readNotice(ctx, actor.id, asked)
    const origin = originOf(ctx, request)
    const props = { word: asked, meanings, total, similarNames, isAsked, origin }
    const content = <WordPage {...props} />
    return sendPage(asked, content, first ? 200 : 404)
  },
)
