import { batchSize } from '../batches.ts'

/** A list that is kept as JSON outside of V8's heap, where its objects would take about three times the memory. */
export type PackedList<Item> = {
  add(item: Item): void
  /** Returns all items in their order, in batches of up to 500. */
  batches(): Iterable<Item[]>
}

/** How many items are packed together, and how long their JSON is, so that no batch keeps others waiting. */
const maxBatch = { items: batchSize, length: 512 * 1024 }

/** Creates an empty list of what JSON can hold. */
export function createPackedList<Item>(): PackedList<Item> {
  const packed: Buffer[] = []
  let rest: string[] = []
  let length = 0
  return {
    add(item) {
      const json = JSON.stringify(item)
      length += json.length
      if (rest.push(json) < maxBatch.items && length < maxBatch.length) return
      packed.push(Buffer.from(toArray(rest)))
      rest = []
      length = 0
    },
    *batches() {
      for (const batch of packed) yield JSON.parse(batch.toString()) as Item[]
      if (rest.length > 0) yield JSON.parse(toArray(rest)) as Item[]
    },
  }
}

const toArray = (items: readonly string[]) => `[${items.join(',')}]`
