import { FullMeanings } from '../parts/full-meanings.tsx'
import { wordPath } from '../parts/url.ts'
import type { HomeProps } from './home-query.ts'

/** The answer to a search for a word: what it means, before the list of other terms. */
export function Answer({ asked, answer, links, meanings }: HomeProps) {
  return (
    <section class="answer" aria-label={`What ${asked} means`}>
      <FullMeanings terms={answer} links={links} />
      {meanings > answer.length && (
        <p>
          <a href={wordPath(asked)}>See all {meanings} meanings</a>
        </p>
      )}
    </section>
  )
}
