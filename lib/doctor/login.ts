import type { Settings } from '../app/settings.ts'
import type { LoginProvider } from '../identity/login-provider.ts'
import { createNonce, deriveSecrets, type LoginMethod } from '../identity/login-state.ts'
import { createOidcProvider } from '../identity/oidc-provider.ts'
import { callbackPaths } from '../identity/provider-error.ts'
import { createSlackProvider } from '../identity/slack-provider.ts'
import { Problem } from '../problem.ts'
import { type Check, fail, pass, reasonOf, timeoutMs } from './check.ts'

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

/**
 * What providers answer to a code that they have not issued, once they have accepted our ID and secret: RFC 6749, and
 * Slack.
 */
const refusedCode: Record<LoginMethod, RegExp> = { oidc: /^invalid_grant$/, slack: /^(invalid_grant|invalid_code)$/ }

/** Sends a code that the provider has not issued: our ID and secret are checked before it. */
async function checkProvider(method: LoginMethod, provider: LoginProvider, settings: Settings): Promise<Check> {
  try {
    provider.check()
    const issuer = method === 'oidc' ? await readIssuer(settings) : undefined
    if (typeof issuer === 'object') return issuer
    const secrets = deriveSecrets(settings.secretKey, method, createNonce(new Date()))
    const signal = AbortSignal.timeout(timeoutMs)
    await provider.fetchIdentity({ code: 'npm-run-doctor', issuer }, secrets, signal)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const code = String(error.members.code ?? error.code)
    if (!refusedCode[method].test(code)) {
      return fail(name, error.message, fixOf(code, method, settings))
    }
    return checkLoginPage(method, provider, settings)
  }
  return fail(
    name,
    'The identity provider accepts a code that it has not issued.',
    `Correct ${variablesOf(method).url}: this is no identity provider.`,
  )
}

const discoveryPath = '/.well-known/openid-configuration'

/** Returns what the provider calls itself, or a finding if that is not the issuer of the settings. */
async function readIssuer({ oidcIssuer }: Settings): Promise<string | Check> {
  const url = new URL(oidcIssuer ?? '')
  url.pathname = url.pathname.replace(/\/$/, '') + discoveryPath
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(url, { signal }).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    reasonOf,
  )
  if (typeof answer === 'string') {
    return fail(
      name,
      `The identity provider cannot be reached: ${answer}.`,
      'Let this machine open https connections to the provider, and correct SERVICE_OIDC_ISSUER.',
    )
  }
  const issuer = toIssuer(answer.text)
  if (typeof issuer !== 'string') {
    return fail(
      name,
      `No identity provider describes itself at ${url} (${answer.status}).`,
      `Set SERVICE_OIDC_ISSUER to the address of the provider to which ${discoveryPath} is added.`,
    )
  }
  const isOurs = URL.canParse(issuer) && new URL(issuer).href === new URL(oidcIssuer ?? '').href
  if (isOurs) return issuer
  return fail(
    name,
    `The identity provider calls itself ${issuer}, and SERVICE_OIDC_ISSUER is ${oidcIssuer}.`,
    `Set SERVICE_OIDC_ISSUER to ${issuer}, letter by letter.`,
  )
}

function toIssuer(text: string): unknown {
  try {
    return Object(JSON.parse(text)).issuer
  } catch {
    return undefined
  }
}

/** Some providers refuse to show their login page if they do not know the redirect URL; others say so on that page. */
async function checkLoginPage(method: LoginMethod, provider: LoginProvider, settings: Settings) {
  const secrets = deriveSecrets(settings.secretKey, method, createNonce(new Date()))
  const url = await provider.authorizationUrl(secrets)
  const signal = AbortSignal.timeout(timeoutMs)
  const { status } = await fetch(url, { redirect: 'manual', signal })
  if (status !== 400) {
    return pass(name, `The identity provider responds: people log in with ${provider.name}.`)
  }
  return fail(
    name,
    'The identity provider refuses to show its login page (400).',
    fixOf('redirect_uri_mismatch', method, settings),
  )
}

const variablesOf = (method: LoginMethod) =>
  method === 'oidc'
    ? { prefix: 'SERVICE_OIDC', url: 'SERVICE_OIDC_ISSUER' }
    : { prefix: 'SERVICE_SLACK', url: 'SERVICE_IDP_TOKEN_URL' }

/** What to do about a refusal. @param code one of ours, or the provider's */
function fixOf(code: string, method: LoginMethod, { appUrl }: Settings): string {
  const { prefix, url } = variablesOf(method)
  const setAll = 'Set all settings of the provider, or none: docs/login.md lists them.'
  const copy = `Copy ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET from the app at the provider again`
  const fixes: Record<string, string> = {
    slack_login_off: setAll,
    oidc_login_off: setAll,
    invalid_client: `${copy}.`,
    // Keycloak says so of a wrong secret, too.
    unauthorized_client: `${copy}, and allow this app the authorization code flow.`,
    redirect_uri_mismatch: `Add ${appUrl}${callbackPaths[method]} to the redirect URLs of the app at the provider.`,
    idp_unreachable: `Let this machine open https connections to the provider, and correct ${url}.`,
  }
  return (
    fixes[code] ??
    `Compare ${url}, ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET with the app at the provider, whose documentation explains the code.`
  )
}
