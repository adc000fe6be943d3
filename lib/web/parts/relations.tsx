import { totalBy } from '../../glossary/relations.ts'
import { listedKinds, relationWords, useInstead } from '../../schemas/relations.ts'
import type { Relations, ShownRelation, Term } from '../../schemas/term.ts'
import { firstSentence } from '../../schemas/text.ts'
import { formatNumber } from './numbers.ts'
import { buildUrl } from './url.ts'

/** What to say instead of a term, before anything else. */
export const ReplacedBy = ({ relations }: Relations) =>
  ofKind('replaced_by', relations).map(({ term: other }) => (
    <p key={other.id} class="replaced">
      {useInstead.before}
      <OtherTerm {...other} />
      {useInstead.after}
    </p>
  ))

const ofKind = (kind: ShownRelation['kind'], relations: readonly ShownRelation[]) =>
  relations.filter((relation) => relation.kind === kind)

/** Why a reader who can only propose changes of a term cannot relate it. */
export const whoRelates = 'Only its owner and editors relate a community or official term.'

/** The name of another term, which leads to it. */
export const OtherTerm = ({ id, name }: Pick<Term, 'id' | 'name'>) => (
  <a class="subject" dir="auto" href={`/terms/${id}`}>
    {name}
  </a>
)

type NamedTerm = Pick<Term, 'name' | 'full_name'>

/** Says behind the name of a related term which meaning it is, where another of the terms that stand there has it. */
export function meaningAmong(of: NamedTerm, relations: readonly { term: NamedTerm }[]) {
  const names = [of, ...relations.map(({ term }) => term)].map(({ name }) => name.toLowerCase())
  return ({ name, full_name }: NamedTerm): string =>
    full_name && names.filter((each) => each === name.toLowerCase()).length > 1 ? ` (${full_name})` : ''
}

type RelationLinesProps = Relations & {
  /** the term that shows them */
  of: Pick<Term, 'id'> & NamedTerm
}

/** How a term is related to others, a line for each kind; where there are more than it has, it leads to all. */
export function RelationLines({ of, ...shown }: RelationLinesProps) {
  const meaningOf = meaningAmong(of, shown.relations)
  return [...listedKinds, 'replaces' as const].map((kind) => {
    const { heading } = relationWords[kind]
    const relations = ofKind(kind, shown.relations)
    if (kind === 'differs_from')
      return relations.map((relation) => (
        <div key={relation.term.id} class="relation">
          {heading} <OtherTerm {...relation.term} />
          {meaningOf(relation.term)}
          {relation.term.definition && `: ${firstSentence(relation.term.definition)}`}
        </div>
      ))
    if (relations.length === 0) return null
    const rest = totalBy(kind, shown) - relations.length
    return (
      <div key={kind} class="relation">
        {heading}{' '}
        {relations.map((relation, index) => (
          <span key={relation.term.id}>
            {index > 0 && ', '}
            <OtherTerm {...relation.term} />
            {meaningOf(relation.term)}
          </span>
        ))}
        {rest > 0 && (
          <>
            {' '}
            and <a href={buildUrl(`/terms/${of.id}/relations`, { kind })}>{formatNumber(rest)} more</a>
          </>
        )}
      </div>
    )
  })
}
