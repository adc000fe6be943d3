import { AnswerCard, type ShownMeaning } from './answer-card.tsx'

type FullMeaningsProps = {
  meanings: readonly ShownMeaning[]
  /** whether the name is the heading of the page, so that full names tell the meanings apart */
  belowName?: boolean
}

/** What a word means, in full: the meanings stand side by side where there is room. */
export function FullMeanings({ meanings, belowName = false }: FullMeaningsProps) {
  const byFullName = belowName && new Set(meanings.map(({ term }) => term.name)).size === 1
  return (
    <div class="full-meanings">
      {meanings.map((each) => (
        <AnswerCard key={each.term.id} {...each} byFullName={byFullName} />
      ))}
    </div>
  )
}
