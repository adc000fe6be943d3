/** A page of a list, and the number of items in the whole list. */
export type Page<Item> = { items: Item[]; total: number }

/** Builds a page from rows that each carry the total. An empty page is a single row with a null id. */
export function toPage<Item extends { id: string }>(
  rows: readonly ({ total: number } & (Item | { id: null }))[],
): Page<Item> {
  return {
    items: rows.filter((row): row is { total: number } & Item => row.id !== null),
    total: rows[0]?.total ?? 0,
  }
}
