import type { Context } from '../context.ts'
import { listAfter } from '../glossary/list-after.ts'
import type { Status, Term } from '../schemas/term.ts'

/**
 * The size of a page of a streamed export. A client that does not read takes the memory of a page, so pages of long
 * definitions have few terms.
 */
const maxPage = { terms: 500, characters: 8 * 1024 }

/** Returns how long the definitions of terms are together, in UTF-16 units. */
export const charactersOf = (terms: readonly Term[]): number =>
  terms.reduce((sum, { definition }) => sum + definition.length, 0)

/** Returns the first terms of a list that fit into a page, at least one. */
export function firstPage(terms: Term[]): Term[] {
  let characters = 0
  const end = terms.findIndex(({ definition }) => {
    characters += definition.length
    return characters > maxPage.characters
  })
  return end < 0 ? terms : terms.slice(0, Math.max(1, end))
}

/**
 * Returns a first page and the pages that follow it. Each is read when the client is ready for it, in the person's
 * turn.
 *
 * @param person whose turn it is
 * @param status only terms with this status; all if undefined
 * @param count the number of terms on all pages
 */
export async function* readPages(
  ctx: Pick<Context, 'db' | 'limits'>,
  person: string,
  first: Term[],
  status: Status | undefined,
  count: number,
): AsyncGenerator<Term[]> {
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

/** How many terms fit into the next page, if their definitions are as long as those on this one. */
function nextPageTerms(page: readonly Term[]) {
  const terms = Math.floor((page.length * maxPage.characters) / charactersOf(page))
  return Math.min(Math.max(1, terms), maxPage.terms)
}
