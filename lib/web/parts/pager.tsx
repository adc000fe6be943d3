import type { ComponentChildren } from 'preact'
import type { Slice } from '../../db/slice.ts'
import type { ListRange } from '../../schemas/list.ts'
import { formatNumber } from './numbers.ts'
import { buildUrl } from './url.ts'

/** A page of a list and its place in the list. */
export type Listing<Item> = Slice<Item> & { offset: number; pageSize: number }

export const pageSize = 25

/** Reads the page of a list that starts at an offset. */
export async function readListing<Item>(
  offset: number,
  read: (range: ListRange) => Promise<Slice<Item>>,
): Promise<Listing<Item>> {
  return { ...(await read({ limit: pageSize, offset })), offset, pageSize }
}

type Range = { total: number; offset: number; pageSize: number }

/** Formats the range of items on a page: "26–50 of 89", or "89 total" if there is only one page. */
export function rangeOf({ total, offset, pageSize }: Range): string {
  const last = Math.min(offset + pageSize, total)
  if (offset === 0 && last === total) return `${formatNumber(total)} total`
  return `${formatNumber(offset + 1)}–${formatNumber(last)} of ${formatNumber(total)}`
}

/**
 * Links to the previous and the next page.
 *
 * @param address returns the URL of the page that starts at an offset
 */
export function Pager({ address, ...range }: Range & { address: (offset: number) => string }) {
  const { total, offset, pageSize } = range
  if (offset >= total) return null
  return (
    <nav class="pager" aria-label="Pages" hx-boost="true" hx-swap="outerHTML show:window:top">
      {offset > 0 && (
        <a id="previous" rel="prev" href={address(Math.max(0, offset - pageSize))}>
          Previous
        </a>
      )}
      <span>{rangeOf(range)}</span>
      {offset + pageSize < total && (
        <a id="next" rel="next" href={address(offset + pageSize)}>
          Next
        </a>
      )}
    </nav>
  )
}

/** Says that an offset is beyond the end of a list; `href` is the URL of its first page. */
export function PastEnd({ href }: { href: string }) {
  return (
    <p>
      The list ends before this page. <a href={href}>Back to the first page</a>
    </p>
  )
}

type RecordsProps<Item> = Listing<Item> & {
  /** the path of the list, or what returns the URL of the page that starts at an offset */
  address: string | ((offset: number) => string)
  empty: ComponentChildren
  /** renders an item as `<li>` */
  children: (item: Item) => ComponentChildren
}

export function Records<Item>({ address: of, empty, children, ...listing }: RecordsProps<Item>) {
  const address = typeof of === 'string' ? (offset: number) => buildUrl(of, { offset: offset || undefined }) : of
  if (listing.items.length === 0) {
    return <div class="empty">{listing.total > 0 ? <PastEnd href={address(0)} /> : empty}</div>
  }
  return (
    <>
      <ol class="records">{listing.items.map(children)}</ol>
      {listing.total > listing.pageSize && <Pager {...listing} address={address} />}
    </>
  )
}
