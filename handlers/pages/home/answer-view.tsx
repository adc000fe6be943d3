import { describeFollowed, describeMatch, type Step } from '../../../lib/lookup/find.ts'
import { FullMeanings, type ShownMeaning } from '../../../lib/web/parts/answer-card.tsx'
import { wordPath } from '../../../lib/web/parts/url.ts'

export type AnswerProps = {
  match: Step
  asked: string
  meanings: readonly ShownMeaning[]
  total: number
  followed_category?: string
}

/** The answer to a search for a word: what it means, before the list of other terms. */
export function Answer({
  match,
  asked,
  meanings,
  total,
  followed_category: followed,
}: AnswerProps) {
  if (meanings.length === 0) return null
  const found = describeMatch(match)
  return (
    <section class="answer" aria-label={`What ${asked} means`}>
      {found && (
        <p class="fine">
          {found}: <b>{asked}</b>
        </p>
      )}
      {followed && <p class="fine">{describeFollowed(followed)}</p>}
      <FullMeanings meanings={meanings} />
      {total > meanings.length && (
        <p>
          <a href={wordPath(asked)}>See all {total} meanings</a>
        </p>
      )}
    </section>
  )
}
