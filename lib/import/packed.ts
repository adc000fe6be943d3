/** A list that is kept as JSON outside of V8's heap, where its objects would take about three times the memory. */
export type PackedList<Item> = {
  add(item: Item): void
  /** Returns all items in their order, in batches of up to 500. */
  batches(): Iterable<Item[]>
}

/** How many items are packed together. */
const batchSize = 500

/** Creates an empty list of what JSON can hold. */
export function createPackedList<Item>(): PackedList<Item> {
  const packed: Buffer[] = []
  let rest: Item[] = []
  return {
    add(item) {
      if (rest.push(item) < batchSize) return
      packed.push(Buffer.from(JSON.stringify(rest)))
      rest = []
    },
    *batches() {
      for (const batch of packed) yield JSON.parse(batch.toString()) as Item[]
      if (rest.length > 0) yield rest
    },
  }
}
