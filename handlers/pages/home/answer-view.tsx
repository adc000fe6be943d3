import { describeFollowed, describeMatch, type Step } from '../../../lib/lookup/find.ts'
import { FullMeanings, type ShownMeaning } from '../../../lib/web/parts/answer-card.tsx'
import { Hidden } from '../../../lib/web/parts/form.tsx'
import { wordPath } from '../../../lib/web/parts/url.ts'

export type AnswerProps = {
  match: Step
  asked: string
  meanings: readonly ShownMeaning[]
  total: number
  followed_category?: string
}

/** The answer to a search for a word: what it means, before the list of other terms. */
export function AnswerSection({
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

/** Whether a text asks what tells two terms apart: `sla vs slo`. */
export const isComparison = (text: string): boolean => /\s(?:vs\.?|versus)\s/i.test(text)

/** Offers whoever may edit one of two terms that a reader compares to say that they are not to be confused. */
export function TellApart({ meanings }: Pick<AnswerProps, 'meanings'>) {
  const [one] = meanings
  const other = meanings.find(({ term }) => term.name !== one?.term.name)
  const details = [one?.details, other?.details]
  if (!one || !other || !details.some((each) => each?.mayEdit)) return null
  if (one.details?.relations.some(({ term }) => term.id === other.term.id)) return null
  return (
    <form method="post" action={`/terms/${one.term.id}/relate`}>
      <Hidden kind="differs_from" other_id={other.term.id} />
      <button type="submit">
        Say that {one.term.name} is not to be confused with {other.term.name}
      </button>
    </form>
  )
}
