import type { Ignored } from '../lenient-query.ts'

const labels: Record<string, string> = {
  q: 'text',
  stale: 'state',
  sort: 'order',
  updated_since: 'date',
}

/** Says that a list is not limited by a filter that its URL has. */
export const IgnoredFilter = ({ name, value }: Ignored) => (
  <p class="notice">
    There is no {labels[name] ?? name} “{value.slice(0, 80)}”, so this filter is left out.
  </p>
)
