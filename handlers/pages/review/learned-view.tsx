import type { ReviewItem } from '../../../lib/schemas/review.ts'

/** How people came to a term: what a decision about their name for it needs to know. */
export const LearnedItem = ({ name, people, term }: ReviewItem) => (
  <p>
    {people} people looked for “<span dir="auto">{name}</span>” and went on to{' '}
    <b dir="auto">{term.name}</b>.
  </p>
)
