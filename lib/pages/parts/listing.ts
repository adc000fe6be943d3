import type { Page } from '../../db/page.ts'

/** A page of a list and its place in the list. */
export type Listing<Item> = Page<Item> & { offset: number; pageSize: number }

/** How many items the page of a list has. */
export const pageSize = 25

/** Reads the page of a list that starts at an offset. */
export async function readListing<Item>(
  offset: number,
  read: (range: { limit: number; offset: number }) => Promise<Page<Item>>,
): Promise<Listing<Item>> {
  return { ...(await read({ limit: pageSize, offset })), offset, pageSize }
}
