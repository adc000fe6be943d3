import type { Settings } from '../settings.ts'

/** Enough for JSON, which needs nothing; pages bring their own policy. */
const policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const exposed = [
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'X-Total-Count',
  'X-Truncated',
].join(', ')

type Needs = Pick<Settings, 'appUrl' | 'devMode'>

/** The headers of every answer: its request id, what keeps browsers safe, and CORS for our own origin. */
export function commonHeaders(
  request: Headers,
  { appUrl, devMode }: Needs,
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

/** What a CORS preflight wants to know beyond that (Fetch standard, "CORS-preflight request"). */
export function preflightHeaders(
  request: Headers,
  { appUrl }: Needs,
  methods: readonly string[],
): Record<string, string> {
  if (request.get('origin') !== appUrl || !request.has('access-control-request-method')) return {}
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers':
      'Authorization, Content-Type, If-Match, If-None-Match, X-Request-Id, X-User-Id',
    'access-control-max-age': '600',
  }
}
