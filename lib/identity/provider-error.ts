import { foreignCode, Problem, type ProblemCode } from '../problem.ts'

/** What means the same as a code of the specification's table of log-in failures, at Slack and elsewhere. */
const synonyms = new Map<string, ProblemCode>([
  ['redirect_uri_mismatch', 'redirect_uri_mismatch'],
  ['bad_redirect_uri', 'redirect_uri_mismatch'],
  ['invalid_client', 'invalid_client'],
  ['invalid_client_id', 'invalid_client'],
  ['bad_client_secret', 'invalid_client'],
])

const declined =
  'You have declined, or the identity provider does not let you use this service. Log in again, or ask an administrator.'

/**
 * The problem that a provider's error code stands for (RFC 6749, sections 4.1.2.1 and 5.2, and Slack's
 * own): one of the specification's, or `login_failed` with the provider's code in place of ours.
 *
 * @param error as it came from outside
 */
export function providerRefusal(error: unknown): Problem {
  if (typeof error !== 'string' || !foreignCode.test(error)) return new Problem('login_failed')
  const known = synonyms.get(error)
  if (known) return new Problem(known)
  const detail =
    error === 'access_denied'
      ? declined
      : `The identity provider did not let you in and gave the reason "${error}". Log in again; if it stays so, an administrator can look this reason up in the provider's documentation.`
  return new Problem('login_failed', { code: error, detail })
}
