// Only a base to resolve paths against: the origin of this site is not always known.
const base = 'http://localhost'

/**
 * Parses a path of this site that came from a request.
 *
 * @param path as it was sent
 * @returns a URL whose path and query can be used; null if the path is malformed or leads to another site
 */
export function parseLocalPath(path: string | undefined): URL | null {
  if (!path || !/^\/[^\\\p{Cc}]*$/u.test(path) || !URL.canParse(path, base)) return null
  const url = new URL(path, base)
  return url.origin === base && !url.pathname.startsWith('//') ? url : null
}
