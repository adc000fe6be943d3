import { FullMeanings } from '../parts/full-meanings.tsx'
import { wordPath } from '../parts/url.ts'
import type { SearchAnswer } from './read-search.ts'

/** The answer to a search for a word: what it means, before the list of other terms. */
export function Answer({ asked, meanings, total }: SearchAnswer) {
  if (meanings.length === 0) return null
  return (
    <section class="answer" aria-label={`What ${asked} means`}>
      <FullMeanings meanings={meanings} />
      {total > meanings.length && (
        <p>
          <a href={wordPath(asked)}>See all {total} meanings</a>
        </p>
      )}
    </section>
  )
}
