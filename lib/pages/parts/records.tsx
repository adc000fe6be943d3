import type { ComponentChildren } from 'preact'
import type { Listing } from './listing.ts'
import { Pager } from './pager.tsx'

type RecordsProps<Item> = Listing<Item> & {
  /** the address of the page that begins at an offset */
  address: (offset: number) => string
  /** what to do where there is none */
  empty: ComponentChildren
  /** an item as a list item */
  children: (item: Item) => ComponentChildren
}

/** A list of records with what leads through it, or what to do where it is empty. */
export function Records<Item>({ address, empty, children, ...listing }: RecordsProps<Item>) {
  if (listing.items.length === 0) {
    return <div class="none">{listing.total > 0 ? <PastTheEnd href={address(0)} /> : empty}</div>
  }
  return (
    <>
      <ol class="records">{listing.items.map(children)}</ol>
      {listing.total > listing.pageSize && <Pager {...listing} address={address} />}
    </>
  )
}

function PastTheEnd({ href }: { href: string }) {
  return (
    <p>
      The list ends before this page. <a href={href}>Back to its beginning</a>
    </p>
  )
}
