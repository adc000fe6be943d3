/** The relations that a term says itself. */
export const relationKinds = ['broader', 'differs_from', 'replaced_by'] as const
/** What is said of the other term then, where a relation does not hold both ways. */
export const inverseKinds = ['narrower', 'replaces'] as const
type Said = (typeof relationKinds)[number]
export type InverseKind = (typeof inverseKinds)[number]
type Kind = Said | InverseKind

type Words = {
  /** before the names of the other terms */
  heading: string
  /** between the names of the term and the other one, in a sentence of the history */
  verb: string
  /** what the other term is, in the API document */
  meaning: string
  /** in brackets, if not as the heading */
  remark?: string
  /** before the names of the other terms in `CONTEXT.md`, which leaves the other kinds out */
  label?: string
}

/** What people read of each kind of relations; lists have this order. */
export const relationWords: Record<Kind, Words> = {
  differs_from: {
    heading: 'Not to be confused with',
    verb: 'is not to be confused with',
    meaning: 'is not to be confused with this one',
    remark: 'not to be confused',
    label: 'Not',
  },
  broader: { heading: 'Part of', verb: 'is part of', meaning: 'has it as a kind or a part' },
  narrower: { heading: 'Includes', verb: 'includes', meaning: 'is a kind or a part of it' },
  replaced_by: {
    heading: 'Replaced by',
    verb: 'is replaced by',
    meaning: 'is to be used instead of it',
    label: 'Use instead',
  },
  replaces: { heading: 'Replaces', verb: 'replaces', meaning: 'is the inverse' },
}

/** What surfaces say before all else of a term that is replaced: this is around the name of the other one. */
export const useInstead = { before: 'Use ', after: ' instead' }

/** Returns a value for each kind that a term says itself. */
export const ofRelations = <Value>(make: (kind: Said) => Value): Record<Said, Value> =>
  Object.fromEntries(relationKinds.map((kind) => [kind, make(kind)])) as Record<Said, Value>

const kinds = Object.keys(relationWords) as Kind[]

const inverses: Record<Kind, Kind> = {
  differs_from: 'differs_from',
  broader: 'narrower',
  narrower: 'broader',
  replaced_by: 'replaces',
  replaces: 'replaced_by',
}

/** What the other term says of a relation. */
export const inverseOf = (kind: Kind): Kind => inverses[kind]

/** Whether a term says relations of this kind itself. */
export const isSaid = (kind: string): kind is Said => (relationKinds as readonly string[]).includes(kind)

/** The kinds that surfaces list behind a definition. */
export const listedKinds = kinds.filter((kind) => kind !== 'replaced_by' && kind !== 'replaces')

/** The kinds that `CONTEXT.md` has, with their labels. */
export const labelledKinds = kinds.flatMap((kind) => {
  const { label } = relationWords[kind]
  return label !== undefined && isSaid(kind) ? [[kind, label] as const] : []
})
