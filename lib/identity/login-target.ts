import { parseLocalPath } from './local-path.ts'

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
