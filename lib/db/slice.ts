/** A part of a list, as long as a request asks for, and the number of items in the whole list. */
export type Slice<Item> = { items: Item[]; total: number }

/** Builds a slice from rows that each carry the total. An empty slice is a single row with a null id. */
export function toSlice<Item extends { id: string }>(
  rows: readonly ({ total: number } & (Item | { id: null }))[],
): Slice<Item> {
  return { items: rows.filter((row): row is { total: number } & Item => row.id !== null), total: rows[0]?.total ?? 0 }
}
