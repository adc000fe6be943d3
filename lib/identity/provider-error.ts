import { Problem, type ProblemCode, providerErrorCode } from '../problem.ts'

/** Error codes of providers that mean one of our login failures (contract, section 8). Slack has its own codes. */
const knownCodes = new Map<string, ProblemCode>([
  ['redirect_uri_mismatch', 'redirect_uri_mismatch'],
  ['bad_redirect_uri', 'redirect_uri_mismatch'],
  ['invalid_client', 'invalid_client'],
  ['invalid_client_id', 'invalid_client'],
  ['bad_client_secret', 'invalid_client'],
])

const accessDenied =
  'You declined the login, or the identity provider does not allow you to use this service. Log in again, or ask an administrator.'

/**
 * Returns the problem for an error code of the provider (RFC 6749, sections 4.1.2.1 and 5.2, or Slack's own):
 * one of ours, or `login_failed` with the provider's code instead of ours.
 *
 * @param error the unvalidated code
 */
export function providerProblem(error: unknown): Problem {
  if (typeof error !== 'string' || !providerErrorCode.test(error))
    return new Problem('login_failed')
  const code = knownCodes.get(error)
  if (code) return new Problem(code)
  const detail =
    error === 'access_denied'
      ? accessDenied
      : `The identity provider refused the login with the error code "${error}". Log in again. If it happens again, an administrator can look up the code in the provider's documentation.`
  return new Problem('login_failed', { code: error, detail })
}
