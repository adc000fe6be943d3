import type { Context } from '../../context.ts'
import { readTerm } from '../../glossary/read.ts'
import { findDuplicates } from '../../review/merge-terms.ts'
import { listProposals } from '../../review/proposals.ts'

/**
 * Reads what the page that merges a term shows.
 *
 * @param intoId the term to merge it into, if it is chosen
 * @throws Problem `not_found`
 */
export async function readMerge(ctx: Pick<Context, 'db'>, id: string, intoId: string | undefined) {
  const open = { term_id: id, status: 'open' } as const
  const [term, into, duplicates, proposals] = await Promise.all([
    readTerm(ctx, id),
    intoId === undefined || intoId === id ? null : readTerm(ctx, intoId),
    findDuplicates(ctx, id),
    listProposals(ctx, open, { limit: 1, offset: 0 }),
  ])
  return { term, into, duplicates, openProposals: proposals.total }
}
