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

const maxLength = 2000

/**
 * Returns the path of this site to redirect to after login (contract, section 8): `next` if it is one and
 * not part of the login itself, otherwise `/`.
 *
 * @param next as it came from the request
 */
export function loginTarget(next: string | undefined): string {
  const url = parseLocalPath(next)
  if (!url || /^\/(login|auth)(\/|$)/.test(url.pathname)) return '/'
  const path = url.pathname + url.search
  return path.length > maxLength ? '/' : path
}

/** Returns a URL with `next` as a query parameter, unless it is the home page. */
export function withLoginTarget(path: string, next: string): string {
  return next === '/' ? path : `${path}?${new URLSearchParams({ next })}`
}
