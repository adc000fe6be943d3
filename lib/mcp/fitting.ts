/** The most bytes of terms in one resource, prompt or result: a model reads everything that it gets. */
const maxBytesOfTerms = 100_000

/** Returns the first of some items, as many as fit into a number of bytes in the JSON that is sent. */
export function fitting<Item>(items: readonly Item[], maxBytes = maxBytesOfTerms): Item[] {
  let bytes = 0
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item))
    return bytes > maxBytes
  })
  return items.slice(0, end < 0 ? undefined : end)
}
