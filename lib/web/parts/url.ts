/** Builds a URL with a query; leaves out undefined values. */
export function buildUrl(path: string, query: Record<string, string | number | boolean | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/** The path of the page that says what a word means. */
export const wordPath = (word: string): string => `/t/${encodeURIComponent(word)}`
