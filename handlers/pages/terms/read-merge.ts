import type { Context } from '../../../lib/context.ts'
import { findByNames, readTerm } from '../../../lib/glossary/read.ts'
import { findNameLinks } from '../../../lib/lookup/definitions-to-links.ts'
import { findDuplicates } from '../../../lib/review/merge-terms.ts'
import { listProposals } from '../../../lib/review/proposals.ts'
import { readImpact } from '../../../lib/review/remove-term.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { searchOthers } from '../../../lib/web/search-others.ts'

type Needs = Pick<Context, 'db' | 'names' | 'log' | 'settings'>

/** What is merged with a term: the one that is chosen, or those that a search finds. */
type Choice = { into?: string | undefined; q?: string | undefined }

/**
 * Reads what the page that merges a term shows.
 *
 * @throws Problem `not_found`
 */
export async function readMerge(ctx: Needs, id: string, { into: intoId, q }: Choice) {
  const open = { term_id: id, status: 'open' } as const
  const isChosen = intoId !== undefined && intoId !== id
  const [term, into, candidates, proposals, impact] = await Promise.all([
    readTerm(ctx, id),
    isChosen ? readTerm(ctx, intoId) : null,
    isChosen ? [] : findCandidates(ctx, id, q),
    listProposals(ctx, open, { limit: 1, offset: 0 }),
    readImpact(ctx, id),
  ])
  return { term, into, q, candidates, openProposals: proposals.total, impact }
}

async function findCandidates(ctx: Needs, id: string, q: string | undefined): Promise<Term[]> {
  if (q !== undefined) return searchOthers(ctx, id, q)
  return (await findLikely(ctx, id)).filter((other) => other.id !== id)
}

/** The terms with one of the names of a term; without one, those that its definition names, as in "see SLA". */
async function findLikely(ctx: Needs, id: string): Promise<Term[]> {
  const duplicates = await findDuplicates(ctx, id)
  if (duplicates.length > 0) return duplicates
  const links = (await findNameLinks(ctx, [await readTerm(ctx, id)])).get(id) ?? []
  return findByNames(
    ctx,
    links.map(({ name }) => name),
  )
}
