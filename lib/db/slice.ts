/** A part of a list, as long as a request asks for, and the number of items in the whole list. */
export type Slice<Item> = { items: Item[]; total: number }

/** A row of a slice, which carries the total. An empty slice is a single row with a null id. */
export type Row<Item> = { total: number } & (Item | { id: null })

/** Builds a slice from its rows. */
export const toSlice = <Item extends { id: string }>(rows: readonly Row<Item>[]): Slice<Item> => ({
  items: rows.filter((row): row is { total: number } & Item => row.id !== null),
  total: rows[0]?.total ?? 0,
})
