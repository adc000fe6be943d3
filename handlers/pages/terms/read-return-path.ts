import { parseLocalPath } from '../../../lib/identity/login-target.ts'

/**
 * Returns the path to go to after a term has been deleted.
 *
 * @param sent what the form sent
 * @returns a path on this site that still exists without the term; `/` if none was sent
 */
export function returnPath(sent: string | undefined): string {
  const url = parseLocalPath(sent)
  if (!url || /^\/(?:terms|t)\//.test(url.pathname)) return '/'
  const { pathname, searchParams } = url
  searchParams.delete('done')
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** Returns the path of the page that led to a request, if that page is on this site. */
export function referringPath(request: Request): string {
  const referrer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referrer)) return '/'
  const { host, pathname, search } = new URL(referrer)
  return host === new URL(request.url).host ? returnPath(pathname + search) : '/'
}
