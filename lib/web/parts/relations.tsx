import type { ComponentChildren } from 'preact'
import { firstSentence, relatedBy } from '../../glossary/relations.ts'
import type { RelationKind, ShownRelation } from '../../schemas/term.ts'

/** What relations are called: before the other names, and as fields of a file. */
export const relationNames: Record<RelationKind, string> = {
  broader: 'Part of',
  differs_from: 'Not to be confused with',
  replaced_by: 'Replaced by',
}

type Relations = { relations: readonly ShownRelation[] }

/** What to say instead of a term, before anything else. */
export const ReplacedBy = ({ relations }: Relations) =>
  relatedBy('replaced_by', relations).map((other) => (
    <p key={other.id} class="replaced">
      Use <OtherTerm {...other} /> instead
    </p>
  ))

type Other = ShownRelation['term']

const OtherTerm = ({ id, name }: Other) => (
  <a class="subject" dir="auto" href={`/terms/${id}`}>
    {name}
  </a>
)

/**
 * How a term is related to others, a line for each kind.
 *
 * @param children what stands behind the name of another term, by the kind
 */
export function RelationLines({
  relations,
  children = () => null,
}: Relations & { children?: (kind: RelationKind, other: Other) => ComponentChildren }) {
  return (
    <>
      {relatedBy('differs_from', relations).map((other) => (
        <div key={other.id} class="relation">
          Not to be confused with <OtherTerm {...other} />
          {other.definition && `: ${firstSentence(other.definition)}`}
          {children('differs_from', other)}
        </div>
      ))}
      {lists.map(([kind, label]) => {
        const others = relatedBy(kind, relations)
        if (others.length === 0) return null
        return (
          <div key={kind} class="relation">
            {label}{' '}
            {others.map((other, index) => (
              <span key={other.id}>
                {index > 0 && ', '}
                <OtherTerm {...other} />
                {kind === 'broader' && children(kind, other)}
              </span>
            ))}
          </div>
        )
      })}
    </>
  )
}

const lists = [
  ['broader', 'Part of'],
  ['narrower', 'Includes'],
  ['replaces', 'Replaces'],
] as const
