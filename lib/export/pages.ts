import type { Term } from '../schemas/term.ts'
import type { ReadTerms } from './read.ts'

/** Longer exports, in UTF-16 units, are streamed. */
const maxUnstreamedLength = 512 * 1024
/** About how long a term of an export is without its definition: most of it are IDs and names of fields. */
const lengthWithoutDefinition = 500
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
  (lengthOf(first) + lengthWithoutDefinition * first.length) * count >
  maxUnstreamedLength * first.length

/** Returns all terms of an export, whose first terms are given, as pages. */
export async function readRest(
  read: ReadTerms,
  first: readonly Term[],
  count: number,
): Promise<(readonly Term[])[]> {
  const last = first.at(-1)
  if (!last) return []
  if (first.length >= count) return [first]
  return [[...first, ...(await read(last, count - first.length))]]
}

/**
 * Reads an export page by page, each when it is asked for.
 *
 * @param first the first terms of the export
 * @param count the number of terms in the export
 */
export const readPages = (
  read: ReadTerms,
  first: readonly Term[],
  count: number,
): AsyncGenerator<readonly Term[]> => continueFrom(read, firstPage(first), count)

/** A function of its own, because a generator keeps its arguments in memory. */
async function* continueFrom(read: ReadTerms, first: readonly Term[], count: number) {
  let page = first
  let left = count
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield page
    left -= page.length
    const limit = Math.min(left, nextPageTerms(page))
    page = limit > 0 ? await read(last, limit) : []
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
