/** How many rows a statement gets, if it has to end within the time that a statement has. */
export const batchSize = 500

/** Some items at a time. */
export function* batchesOf<Item>(items: readonly Item[], size = batchSize): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
