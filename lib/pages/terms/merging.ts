import type { Context } from '../../context.ts'
import { readTerm } from '../../glossary/read.ts'
import { answerSearch } from '../../lookup/answer.ts'
import { findDuplicates } from '../../review/merge-terms.ts'
import { listProposals } from '../../review/proposals.ts'
import type { Term } from '../../schemas/term.ts'

/** What is merged with a term: the one that is chosen, or those that a search finds. */
type Choice = { into?: string | undefined; q?: string | undefined }

/** The most terms to choose from. */
const limit = 20

/**
 * Reads what the page that merges a term shows.
 *
 * @throws Problem `not_found`
 */
export async function readMerge(
  ctx: Pick<Context, 'db' | 'names'>,
  id: string,
  { into: intoId, q }: Choice,
) {
  const open = { term_id: id, status: 'open' } as const
  const [term, into, found, proposals] = await Promise.all([
    readTerm(ctx, id),
    intoId === undefined || intoId === id ? null : readTerm(ctx, intoId),
    q === undefined ? findDuplicates(ctx, id) : search(ctx, q),
    listProposals(ctx, open, { limit: 1, offset: 0 }),
  ])
  const candidates = found.filter((other) => other.id !== id)
  return { term, into, q, candidates, openProposals: proposals.total }
}

async function search(ctx: Pick<Context, 'db' | 'names'>, q: string): Promise<Term[]> {
  return (await answerSearch(ctx, { q }, { limit, offset: 0 })).terms.items
}
