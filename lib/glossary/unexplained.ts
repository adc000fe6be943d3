import type { Term } from '../schemas/term.ts'

/**
 * What readers see instead of the definition of a term that discovery has found and nobody has explained (contract,
 * section 16).
 */
export const unexplained = 'It was seen in Slack. Nobody has explained it yet.'

/** Whether someone has written a definition of a term. */
export const isExplained = ({ definition }: Pick<Term, 'definition'>): boolean => definition !== ''
