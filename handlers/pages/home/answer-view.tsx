import type { ShownMeaning } from '../../../lib/web/parts/answer-card.tsx'
import { FullMeanings } from '../../../lib/web/parts/full-meanings.tsx'
import { wordPath } from '../../../lib/web/parts/url.ts'

export type AnswerProps = { asked: string; meanings: readonly ShownMeaning[]; total: number }

/** The answer to a search for a word: what it means, before the list of other terms. */
export function Answer({ asked, meanings, total }: AnswerProps) {
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
