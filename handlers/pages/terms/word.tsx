import * as v from 'valibot'
import { addTranslations, languageFor } from '../../../lib/glossary/translations.ts'
import { type AnsweredTerm, addDetails } from '../../../lib/lookup/terms-to-details.ts'
import { suggestNames } from '../../../lib/lookup/typed-to-suggestions.ts'
import { findMeanings } from '../../../lib/lookup/typed-to-terms.ts'
import { readNotice } from '../../../lib/lookup/wanted-names.ts'
import { describeFollowed } from '../../../lib/lookup/whole-to-meanings.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { query } from '../../../lib/schemas/text.ts'
import { originOf, page } from '../../../lib/web/page.tsx'
import { FullMeanings } from '../../../lib/web/parts/answer-card.tsx'
import { headUnknown, UnknownWord } from '../../../lib/web/parts/unknown-word.tsx'
import { buildUrl, wordPath } from '../../../lib/web/parts/url.ts'
import { CopyLink } from './actions-view.tsx'
import { readTermView, referringPath } from './read-term.ts'
import { TermPage } from './term-view.tsx'

/** More than a name can have meanings. */
const maxMeanings = 100

/** What a word means: the page of its only term, or all its meanings. The name may contain slashes. */
export default page(
  { path: '/t/:name+', summary: 'Look up a word', params: v.object({ name: query(200) }) },
  async ({ ctx, actor, params, request, sendPage }) => {
    const found = await findMeanings(ctx, params.name, { readerId: actor.id }, maxMeanings)
    const { terms, total } = found
    const asked = asWritten(found.asked, terms)
    const [first, second] = terms
    if (!first) ctx.lookups.count({ ...found, surface: 'page', person: actor.id })
    if (first && !second) {
      ctx.lookups.open(actor.id, first.id, params.name)
      const view = await readTermView(ctx, actor, first.id, request)
      const content = <TermPage {...view} isPart={false} returnTo={referringPath(request)} />
      return sendPage(first.name, content, 200, `/terms/${first.id}`)
    }
    const meanings = await addDetails(ctx, actor, await addTranslations(ctx, languageFor(ctx, actor), terms))
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

/** A word as its terms write it, whatever the case in which it was asked for. */
const asWritten = (asked: string, terms: readonly Term[]) =>
  terms.find(({ name }) => name.toLowerCase() === asked.toLowerCase())?.name ?? asked

type WordPageProps = {
  word: string
  meanings: readonly AnsweredTerm[]
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
