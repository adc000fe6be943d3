/** A page of a list, and how many items the list has in all. */
export type Page<Item> = { items: Item[]; total: number }

/**
 * Reads a page off rows that bear the total each: an empty page is a single row with a null id.
 */
export function toPage<Item extends { id: string }>(
  rows: readonly ({ total: number } & (Item | { id: null }))[],
): Page<Item> {
  return {
    items: rows.filter((row): row is { total: number } & Item => row.id !== null),
    total: rows[0]?.total ?? 0,
  }
}
