import * as v from 'valibot'
import { type AnsweredTerm, addDetails } from '../../../lib/lookup/answer-details.ts'
import { describeFollowed } from '../../../lib/lookup/find.ts'
import { findMeanings } from '../../../lib/lookup/look-up.ts'
import { suggestNames } from '../../../lib/lookup/suggest.ts'
import { readNotice } from '../../../lib/lookup/wanted.ts'
import { query } from '../../../lib/schemas/text.ts'
import { originOf, page } from '../../../lib/web/page.tsx'
import { FullMeanings } from '../../../lib/web/parts/answer-card.tsx'
import { headUnknown, UnknownWord } from '../../../lib/web/parts/unknown-word.tsx'
import { buildUrl, wordPath } from '../../../lib/web/parts/url.ts'
import { readTermView, referringPath } from './read-term.ts'
import { CopyLink, TermPage } from './term-view.tsx'

/** More than a name can have meanings. */
const maxMeanings = 100

/** What a word means: the page of its only term, or all its meanings. The name may contain slashes. */
export default page(
  { path: '/t/:name+', summary: 'Look up a word', params: v.object({ name: query(200) }) },
  async ({ ctx, actor, params, request, sendPage }) => {
    const found = await findMeanings(ctx, params.name, { readerId: actor.id }, maxMeanings)
    const { asked, terms, total } = found
    const [first, second] = terms
    if (!first) ctx.lookups.count({ ...found, surface: 'page', person: actor.id })
    if (first && !second) {
      ctx.lookups.open(actor.id, first.id, params.name)
      const view = await readTermView(ctx, actor, first.id, request)
      const content = <TermPage {...view} isPart={false} returnTo={referringPath(request)} />
      return sendPage(first.name, content, 200, `/terms/${first.id}`)
    }
    const meanings = await addDetails(ctx, actor, terms)
    const similarNames = first ? [] : await suggestNames(ctx, asked)
    ctx.lookups.offer(actor.id, similarNames)
    const isAsked = first ? null : await readNotice(ctx, actor.id, asked)
    const origin = originOf(ctx, request)
    const { followed_category: followed } = found
    const props = { word: asked, meanings, total, followed, similarNames, isAsked, origin }
    const content = <WordPage {...props} />
    return sendPage(asked, content, first ? 200 : 404)
  },
)

type WordPageProps = {
  word: string
  /** its meanings, the best first */
  meanings: readonly AnsweredTerm[]
  /** how many meanings there are */
  total: number
  /** the category that the reader follows, if the first meaning is first because of it */
  followed: string | undefined
  /** names with a similar spelling, if there are no meanings */
  similarNames: readonly string[]
  /** whether the reader has asked to be told about the word, if it has no meanings; null if that is impossible */
  isAsked: boolean | null
  /** the origin of the glossary, as others reach it */
  origin: string
}

/** All meanings of a word, or what to do if it has none. */
function WordPage(props: WordPageProps) {
  const { word, meanings, total, followed, similarNames, isAsked, origin } = props
  if (meanings.length === 0) {
    return (
      <section class="message">
        <h1>{headUnknown(word)}</h1>
        <UnknownWord {...{ word, similarNames, isAsked }} />
      </section>
    )
  }
  return (
    <section class="word" aria-label={word}>
      <header class="term-header">
        <h1 dir="auto">{word}</h1>
        <p class="lead">{total} meanings</p>
        <p class="card-actions">
          <CopyLink path={wordPath(word)} origin={origin} />
        </p>
      </header>
      {followed && <p class="fine">{describeFollowed(followed)}</p>}
      <FullMeanings meanings={meanings} belowName />
      {total > meanings.length && (
        <p>
          <a href={buildUrl('/', { q: word })}>See all {total} meanings</a>
        </p>
      )}
    </section>
  )
}
