/**
 * Whether a browser says that a page of another site sent the request. Checks Sec-Fetch-Site, then Origin (OWASP
 * cheat sheet on cross-site request forgery). A request with neither header does not come from a browser.
 *
 * @param appOrigin the origin of SERVICE_APP_URL. The origin of the request's own host is accepted, too, but not that
 * of
 *   SERVICE_APP_URL with another scheme: behind a proxy that speaks TLS, the scheme of the URL is not that of the page
 */
export function isCrossSite(request: Request, appOrigin: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  if (origin === null || origin === appOrigin) return false
  const host = request.headers.get('host')
  const isAppHost = host === new URL(appOrigin).host
  return isAppHost || origin !== `${new URL(request.url).protocol}//${host}`
}
