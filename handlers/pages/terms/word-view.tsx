import type { AnsweredTerm } from '../../../lib/lookup/answer-details.ts'
import { FullMeanings } from '../../../lib/web/parts/full-meanings.tsx'
import { headUnknown, UnknownWord } from '../../../lib/web/parts/unknown-word.tsx'
import { buildUrl, wordPath } from '../../../lib/web/parts/url.ts'
import { CopyLink } from './copy-link-view.tsx'

type WordPageProps = {
  word: string
  /** its meanings, the best first */
  meanings: readonly AnsweredTerm[]
  /** how many meanings there are */
  total: number
  /** names with a similar spelling, if there are no meanings */
  similarNames: readonly string[]
  /** whether the reader has asked to be told about the word, if it has no meanings; null if that is impossible */
  isAsked: boolean | null
  /** the origin of the glossary, as others reach it */
  origin: string
}

/** All meanings of a word, or what to do if it has none. */
export function WordPage(props: WordPageProps) {
  const { word, meanings, total, similarNames, isAsked, origin } = props
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
        <CopyLink path={wordPath(word)} origin={origin} />
      </header>
      <FullMeanings meanings={meanings} belowName />
      {total > meanings.length && (
        <p>
          <a href={buildUrl('/', { q: word })}>See all {total} meanings</a>
        </p>
      )}
    </section>
  )
}
