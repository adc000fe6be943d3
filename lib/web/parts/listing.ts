import type { Slice } from '../../db/slice.ts'
import type { ListRange } from '../../schemas/list-range.ts'

/** A page of a list and its place in the list. */
export type Listing<Item> = Slice<Item> & { offset: number; pageSize: number }

/** How many items the page of a list has. */
export const pageSize = 25

/** Reads the page of a list that starts at an offset. */
export async function readListing<Item>(
  offset: number,
  read: (range: ListRange) => Promise<Slice<Item>>,
): Promise<Listing<Item>> {
  return { ...(await read({ limit: pageSize, offset })), offset, pageSize }
}
