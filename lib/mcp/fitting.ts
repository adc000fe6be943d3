import type { RelatedResult } from '../schemas/mcp.ts'

/** The most bytes of terms in one resource, prompt or result: a model reads everything that it gets. */
const maxBytesOfTerms = 100_000

const bytesOf = (item: unknown) => Buffer.byteLength(JSON.stringify(item))

/** Returns the first of some items, as many as fit into a number of bytes in the JSON that is sent. */
export function fitting<Item>(items: readonly Item[], maxBytes = maxBytesOfTerms): Item[] {
  let bytes = 0
  const end = items.findIndex((item) => {
    bytes += bytesOf(item)
    return bytes > maxBytes
  })
  return items.slice(0, end < 0 ? undefined : end)
}

/** As `fitting`, but terms lose their relations before their definitions, the last ones first. */
export function fittingTerms<Item extends RelatedResult>(terms: readonly Item[], maxBytes = maxBytesOfTerms): Item[] {
  const shown = fitting(terms.map(withoutRelations), maxBytes)
  let room = maxBytes - shown.reduce((sum, term) => sum + bytesOf(term), 0)
  for (const [index, term] of terms.slice(0, shown.length).entries()) {
    room -= bytesOf(term) - bytesOf(shown[index])
    if (room < 0) break
    shown[index] = term
  }
  return shown
}

const withoutRelations = <Item extends RelatedResult>({ relations, relations_total, differs_from, ...term }: Item) =>
  term as Item
