import { Problem, type ProblemCode, providerErrorCode } from '../problem.ts'
import type { LoginMethod } from './login-state.ts'

/** The paths that providers redirect browsers to after login. */
export const callbackPaths = { slack: '/auth/slack/callback', oidc: '/auth/oidc/callback' } as const satisfies Record<
  LoginMethod,
  string
>

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

/** What an administrator has to correct. The problems themselves name the settings of Slack. */
const oidcDetails: Partial<Record<ProblemCode, string>> = {
  redirect_uri_mismatch: `Redirect URL configured at the identity provider differs from SERVICE_APP_URL${callbackPaths.oidc}. An administrator has to correct one of them.`,
  invalid_client:
    'Wrong client ID or client secret. An administrator has to correct SERVICE_OIDC_CLIENT_ID and SERVICE_OIDC_CLIENT_SECRET.',
}

/**
 * Returns the problem for an error code of the provider (RFC 6749, sections 4.1.2.1 and 5.2, or Slack's own):
 * one of ours, or `login_failed` with the provider's code instead of ours.
 *
 * @param error the unvalidated code
 */
export function providerProblem(error: unknown, method: LoginMethod): Problem {
  if (typeof error !== 'string' || !providerErrorCode.test(error)) return new Problem('login_failed')
  const code = knownCodes.get(error)
  if (code) {
    const corrected = method === 'oidc' ? oidcDetails[code] : undefined
    return new Problem(code, corrected === undefined ? {} : { detail: corrected })
  }
  const detail =
    error === 'access_denied'
      ? accessDenied
      : `The identity provider refused the login with the error code "${error}". Log in again. If it happens again, an administrator can look up the code in the provider's documentation.`
  return new Problem('login_failed', { code: error, detail })
}

/** Returns the problem of a login that is not set up. @param settings by their names; null is missing */
export function loginOff(code: 'slack_login_off' | 'oidc_login_off', settings: Record<string, string | null>): Problem {
  const missing = Object.keys(settings).filter((name) => settings[name] === null)
  const names = new Intl.ListFormat('en').format(missing)
  return new Problem(code, { detail: `Login is not set up. An administrator must set ${names}.` })
}
