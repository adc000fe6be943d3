import type { Settings } from '../app/settings.ts'
import type { LoginProvider } from '../identity/login-provider.ts'
import { createNonce, deriveSecrets, type LoginMethod } from '../identity/login-state.ts'
import { createOidcProvider } from '../identity/oidc-provider.ts'
import { callbackPaths } from '../identity/provider-error.ts'
import { createSlackProvider } from '../identity/slack-provider.ts'
import { Problem, type ProblemCode } from '../problem.ts'
import { type Check, fail, pass, timeoutMs } from './check.ts'

const name = 'login'

/** Checks that someone can log in, and that each identity provider responds and accepts our client ID and secret. */
export async function checkLogins(settings: Settings): Promise<Check[]> {
  const { slackClientId, slackClientSecret, oidcIssuer, oidcClientId, oidcClientSecret } = settings
  const isSet = (...values: (string | null)[]) => values.some((value) => value !== null)
  const checks = [
    ...(isSet(slackClientId, slackClientSecret)
      ? [checkProvider('slack', createSlackProvider(settings), settings)]
      : []),
    ...(isSet(oidcIssuer, oidcClientId, oidcClientSecret)
      ? [checkProvider('oidc', createOidcProvider(settings), settings)]
      : []),
  ]
  if (checks.length > 0) return Promise.all(checks)
  return settings.devMode
    ? [pass(name, 'Everyone can log in as anyone, because SERVICE_DEV_MODE is true.')]
    : [
        fail(
          name,
          'Nobody can log in, because no identity provider is set up.',
          'Set up a provider as docs/login.md shows.',
        ),
      ]
}

/** Sends a code that the provider has not issued: our ID and secret are checked before it. */
async function checkProvider(method: LoginMethod, provider: LoginProvider, settings: Settings) {
  const secrets = deriveSecrets(settings.secretKey, method, createNonce(new Date()))
  const answer = { code: 'npm-run-doctor', issuer: settings.oidcIssuer ?? undefined }
  try {
    provider.check()
    await provider.fetchIdentity(answer, secrets, AbortSignal.timeout(timeoutMs))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const fix = fixes(method, settings)[error.code]
    if (fix) return fail(name, error.message, fix)
  }
  return pass(name, `The identity provider responds: people log in with ${provider.name}.`)
}

/** What to do about a refusal; others are about the code. */
const fixes = (method: LoginMethod, { appUrl }: Settings): Partial<Record<ProblemCode, string>> => {
  const prefix = method === 'oidc' ? 'SERVICE_OIDC' : 'SERVICE_SLACK'
  const url = method === 'oidc' ? 'SERVICE_OIDC_ISSUER' : 'SERVICE_IDP_TOKEN_URL'
  const setAll = 'Set all settings of the provider, or none: docs/login.md lists them.'
  return {
    slack_login_off: setAll,
    oidc_login_off: setAll,
    invalid_client: `Copy ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET from the app at the provider again.`,
    redirect_uri_mismatch: `Add ${appUrl}${callbackPaths[method]} to the redirect URLs of the app at the provider.`,
    idp_unreachable: `Let this machine open https connections to the provider, and correct ${url}.`,
  }
}
