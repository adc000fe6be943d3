/**
 * Whether a browser says that a page of another site sent the request. Checks Sec-Fetch-Site, then Origin (OWASP
 * cheat sheet on cross-site request forgery). A request with neither header does not come from a browser.
 *
 * @param appOrigin the origin of SERVICE_APP_URL; the origin of the request's own host is accepted, too
 */
export function isCrossSite(request: Request, appOrigin: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  if (origin === null || origin === appOrigin) return false
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.get('host')
}
