/**
 * Whether a browser says that a page of another site sent the request (the OWASP cheat sheet on
 * cross-site request forgery: Fetch Metadata first, Origin where that is missing). What says neither is
 * no browser.
 *
 * @param appOrigin the origin of SERVICE_APP_URL; the host the request went to counts as ours as well
 */
export function isCrossSite(request: Request, appOrigin: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  if (origin === null || origin === appOrigin) return false
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.get('host')
}
