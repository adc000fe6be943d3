import { type ListQuery, listUrl } from './list-query.ts'

/** Says that an offset is beyond the end of a list. */
export function PastEnd(query: ListQuery) {
  return (
    <p class="no-terms">
      The list ends before this page. <a href={listUrl(query)}>Back to the first page</a>
    </p>
  )
}
