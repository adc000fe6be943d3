import type { Settings } from '../app/settings.ts'

/** JSON needs to load nothing. Pages have a policy of their own. */
const policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const exposed = ['ETag', 'Link', 'Location', 'Retry-After', 'X-Request-Id', 'X-Total-Count', 'X-Truncated'].join(', ')

type HeaderSettings = Pick<Settings, 'appUrl' | 'devMode'>

/** Returns the headers of every response: the request ID, security headers, and CORS for our own origin. */
export function commonHeaders(
  request: Headers,
  { appUrl, devMode }: HeaderSettings,
  requestId: string,
): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    vary: 'Origin',
  }
  if (!devMode) headers['strict-transport-security'] = 'max-age=31536000'
  if (request.get('origin') === appUrl) {
    headers['access-control-allow-origin'] = appUrl
    headers['access-control-allow-credentials'] = 'true'
    headers['access-control-expose-headers'] = exposed
  }
  return headers
}

/** Returns the headers that let a page of another origin read a response, without the cookies of its reader. */
export const embedHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposed,
})

/** Whether a request is a CORS preflight (Fetch standard, "CORS-preflight request"). */
export const isPreflight = (request: Headers): boolean => request.has('access-control-request-method')

/** Returns the additional headers of the response to a preflight that is allowed. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'Authorization, Content-Type, If-Match, If-None-Match, X-Request-Id, X-User-Id',
    'access-control-max-age': '600',
  }
}

/**
 * Takes the place of a Host header that is none, or one of several: no URL with it can be decoded, so it is refused.
 */
export const malformedHost = 'malformed%'

/**
 * Returns the media type of a request or response body, without parameters and in lower case (RFC 9110,
 * section 8.3.1); undefined if there is no Content-Type header.
 */
export const mediaType = (headers: Headers): string | undefined =>
  headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()

/** Whether a body is not compressed, and its charset, if there is one, is UTF-8 (contract, section 18). */
export function isPlainUtf8(headers: Headers): boolean {
  const charset = /;\s*charset="?([^";\s]*)/i.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  return isUncompressed(headers) && /^utf-?8$/i.test(charset)
}

/** Whether a body has no Content-Encoding. */
export const isUncompressed = (headers: Headers): boolean =>
  /^identity$/i.test(headers.get('content-encoding') ?? 'identity')
