import * as v from 'valibot'

/**
 * The entries of a query that people edit in the address bar, or that a link of an earlier version has: a value that
 * there is not counts as absent. `ignoredIn` finds it.
 */
export const lenient = <Entries extends v.ObjectEntries>(entries: Entries): Entries =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, v.fallback(entry, undefined)]),
  ) as unknown as Entries

/** A parameter whose value there is not. */
export type Ignored = { name: string; value: string }

/** Finds the first parameter of a URL that was not understood. */
export function ignoredIn(url: string, names: readonly string[], query: Record<string, unknown>): Ignored | undefined {
  const { searchParams } = new URL(url)
  return names
    .map((name) => ({ name, value: searchParams.get(name)?.trim() ?? '' }))
    .find(({ name, value }) => value !== '' && query[name] === undefined)
}

const labels: Record<string, string> = {
  q: 'text',
  stale: 'state',
  sort: 'order',
  updated_since: 'date',
  since: 'date',
  until: 'date',
}

/** Says that a list is not limited by a filter that its URL has. */
export const IgnoredFilter = ({ name, value }: Ignored) => (
  <p class="notice ignored-filter">
    There is no {labels[name] ?? name} “{value.slice(0, 80)}”, so this filter is left out.
  </p>
)
