const anyOrigin = 'http://localhost'
const maxLength = 2000

/**
 * Returns the path of this site to redirect to after login (contract, section 8): `next` if it is one and
 * not part of the login itself, otherwise `/`.
 *
 * @param next as it came from the request
 */
export function loginTarget(next: string | undefined): string {
  if (!next || next.length > maxLength || !/^\/[^\\\p{Cc}]*$/u.test(next)) return '/'
  if (!URL.canParse(next, anyOrigin)) return '/'
  const { origin, pathname, search } = new URL(next, anyOrigin)
  const isOnThisSite = origin === anyOrigin && !pathname.startsWith('//')
  const isLogin = /^\/(login|auth)(\/|$)/.test(pathname)
  return isOnThisSite && !isLogin ? pathname + search : '/'
}

/** Returns a URL with `next` as a query parameter, unless it is the home page. */
export function withLoginTarget(path: string, next: string): string {
  return next === '/' ? path : `${path}?${new URLSearchParams({ next })}`
}
