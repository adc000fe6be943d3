import type { Page } from './document.ts'
import type { ReadTerms } from './read.ts'

/** Longer exports, in UTF-16 units, are streamed. */
const maxUnstreamedLength = 512 * 1024
/** A client that does not read takes the memory of a page, so pages of long definitions have few terms. */
const maxPage = { terms: 500, length: 48 * 1024 }

const lengthOf = (terms: Page) => terms.reduce((sum, { text }) => sum + text.length, 0)

/**
 * Whether an export is too long to be sent as a whole.
 *
 * @param first the first terms of the export, from whose length that of the others is estimated
 * @param count the number of terms in the export
 */
export const isLong = (first: Page, count: number): boolean =>
  lengthOf(first) * count > maxUnstreamedLength * first.length

/** Returns all terms of an export, whose first terms are given, as pages. */
export async function readRest(read: ReadTerms, first: Page, count: number): Promise<Page[]> {
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
export const readPages = (read: ReadTerms, first: Page, count: number): AsyncGenerator<Page> =>
  continueFrom(read, firstPage(first), count)

/** A function of its own, because a generator keeps its arguments in memory. */
async function* continueFrom(read: ReadTerms, first: Page, count: number) {
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
function firstPage(terms: Page) {
  let length = 0
  const end = terms.findIndex(({ text }) => {
    length += text.length
    return length > maxPage.length
  })
  return end < 0 ? terms : terms.slice(0, Math.max(1, end))
}

/** How many terms fit into the next page, if they are as long as those on this one. */
function nextPageTerms(page: Page) {
  const terms = Math.floor((page.length * maxPage.length) / lengthOf(page))
  return Math.min(Math.max(1, terms), maxPage.terms)
}
