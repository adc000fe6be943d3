import type { ComponentChildren } from 'preact'
import { type Listing, Pager, PastEnd } from './pager.tsx'

type RecordsProps<Item> = Listing<Item> & {
  /** returns the URL of the page that starts at an offset */
  address: (offset: number) => string
  /** shown if the list is empty */
  empty: ComponentChildren
  /** renders an item as `<li>` */
  children: (item: Item) => ComponentChildren
}

/** A list of records with its pager. */
export function Records<Item>({ address, empty, children, ...listing }: RecordsProps<Item>) {
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
