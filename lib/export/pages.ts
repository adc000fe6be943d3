import type { Context } from '../context.ts'
import { listAfter } from '../glossary/list-after.ts'
import type { Status, Term } from '../schemas/term.ts'

/** Exports whose definitions are longer together, in UTF-16 units, are streamed. */
const maxUnstreamedLength = 256 * 1024
/** A client that does not read takes the memory of a page, so pages of long definitions have few terms. */
const maxPage = { terms: 500, length: 8 * 1024 }

const lengthOf = (terms: readonly Term[]) =>
  terms.reduce((sum, { definition }) => sum + definition.length, 0)

/**
 * Whether an export is too long to be sent as a whole.
 *
 * @param first the first terms of the export, from whose length that of the others is estimated
 * @param count the number of terms in the export
 */
export const isLong = (first: readonly Term[], count: number): boolean =>
  lengthOf(first) * count > maxUnstreamedLength * first.length

/** Returns all terms of an export, whose first terms are given. */
export async function readRest(
  ctx: Pick<Context, 'db'>,
  first: Term[],
  status: Status | undefined,
  count: number,
): Promise<Term[]> {
  const last = first.at(-1)
  if (!last || first.length === count) return first
  return [...first, ...(await listAfter(ctx, last, status, count - first.length))]
}

/**
 * Reads an export page by page. Each page is read when the client is ready for it, in the person's turn.
 *
 * @param person whose turn it is
 * @param first the first terms of the export, at least one
 * @param status only terms with this status; all if undefined
 * @param count the number of terms in the export
 */
export const readPages = (
  ctx: Pick<Context, 'db' | 'limits'>,
  person: string,
  first: readonly Term[],
  status: Status | undefined,
  count: number,
): AsyncGenerator<readonly Term[]> => continueFrom(firstPage(first), ctx, person, status, count)

/** A function of its own, because a generator keeps its arguments in memory. */
async function* continueFrom(
  first: readonly Term[],
  ctx: Pick<Context, 'db' | 'limits'>,
  person: string,
  status: Status | undefined,
  count: number,
) {
  let page = first
  let left = count
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield page
    left -= page.length
    const [after, limit] = [last, Math.min(left, nextPageTerms(page))]
    page =
      limit > 0 ? await ctx.limits.wait(person, () => listAfter(ctx, after, status, limit)) : []
  }
}

/** The first terms of a list that fit into a page, at least one. */
function firstPage(terms: readonly Term[]) {
  let length = 0
  const end = terms.findIndex(({ definition }) => {
    length += definition.length
    return length > maxPage.length
  })
  return end < 0 ? terms : terms.slice(0, Math.max(1, end))
}

/** How many terms fit into the next page, if their definitions are as long as those on this one. */
function nextPageTerms(page: readonly Term[]) {
  const terms = Math.floor((page.length * maxPage.length) / lengthOf(page))
  return Math.min(Math.max(1, terms), maxPage.terms)
}
