type Range = { total: number; offset: number; pageSize: number }

/** Which items of how many a page shows: "26–50 of 89". */
export function rangeOf({ total, offset, pageSize }: Range): string {
  const last = Math.min(offset + pageSize, total)
  return offset === 0 && last === total ? `${total} in all` : `${offset + 1}–${last} of ${total}`
}

/**
 * Leads to the pages before and after this one.
 *
 * @param address the address of the page that begins at an offset
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
