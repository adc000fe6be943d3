import type { RelationKind } from '../../schemas/term.ts'

/** What relations are called: before the other names, and as fields of a file. */
export const relationNames: Record<RelationKind, string> = {
  broader: 'Part of',
  differs_from: 'Not to be confused with',
  replaced_by: 'Replaced by',
}
