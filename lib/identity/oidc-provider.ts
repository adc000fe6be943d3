import * as client from 'openid-client'
import type { Settings } from '../app/settings.ts'
import { readLimited } from '../limited-body.ts'
import { Problem } from '../problem.ts'
import type { LoginProvider, ProviderAnswer } from './login-provider.ts'
import type { LoginSecrets } from './login-state.ts'
import { readIdentity } from './oidc-claims.ts'
import { callbackPaths, loginOff, providerProblem } from './provider-error.ts'

const timeoutSeconds = 10
const maxResponseBytes = 256 * 1024
/** How much the provider's clock may differ from ours. */
const clockToleranceSeconds = 60
/** How long what the issuer says of itself is used before it is asked again. */
const maxAgeMs = 60 * 60 * 1000

type Registration = { issuer: string; clientId: string; clientSecret: string }

/** Creates the OpenID provider that the settings name (contract, section 19). */
export function createOidcProvider(settings: Settings): LoginProvider {
  const redirectUri = settings.appUrl + callbackPaths.oidc
  const load = cached(() => discover(readRegistration(settings)))
  return {
    name: isSetUp(settings) ? settings.oidcName : null,
    check: () => void readRegistration(settings),
    async authorizationUrl({ state, tokenNonce: nonce, codeVerifier }) {
      const parameters = {
        redirect_uri: redirectUri,
        scope: settings.oidcScopes,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      }
      return load()
        .then((configuration) => client.buildAuthorizationUrl(configuration, parameters).href)
        .catch(refuse)
    },
    async fetchIdentity(answer, secrets, { signal }) {
      const url = new URL(redirectUri)
      const work = load().then((configuration) => fetchClaims(configuration, url, answer, secrets))
      const { claims, profile } = await Promise.race([work, rejectOn(signal)]).catch(refuse)
      return readIdentity(claims, profile, settings)
    },
  }
}

const isSetUp = ({ oidcIssuer, oidcClientId, oidcClientSecret }: Settings) =>
  oidcIssuer !== null && oidcClientId !== null && oidcClientSecret !== null

function readRegistration({
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecret: clientSecret,
}: Settings): Registration {
  if (issuer !== null && clientId !== null && clientSecret !== null) {
    return { issuer, clientId, clientSecret }
  }
  throw loginOff('oidc_login_off', {
    SERVICE_OIDC_ISSUER: issuer,
    SERVICE_OIDC_CLIENT_ID: clientId,
    SERVICE_OIDC_CLIENT_SECRET: clientSecret,
  })
}

/** Reads what the issuer says of itself: its endpoints and keys. */
function discover({ issuer, clientId, clientSecret }: Registration) {
  const url = new URL(issuer)
  // The setting allows http on this machine only.
  const plainHttp = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
  return client.discovery(
    url,
    clientId,
    { [client.clockTolerance]: clockToleranceSeconds },
    (server, ...request) => authenticate(server, clientSecret)(server, ...request),
    {
      execute: [...plainHttp, client.enableNonRepudiationChecks],
      timeout: timeoutSeconds,
      [client.customFetch]: boundedFetch,
    },
  )
}

/** Sends the secret in the body, unless the provider accepts it in the header alone. */
function authenticate(server: client.ServerMetadata, clientSecret: string): client.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported
  const inBody = methods === undefined || methods.includes('client_secret_post')
  return inBody ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret)
}

async function fetchClaims(
  configuration: client.Configuration,
  callback: URL,
  { code, issuer }: ProviderAnswer,
  { state, tokenNonce, codeVerifier }: LoginSecrets,
) {
  const {
    issuer: expected,
    userinfo_endpoint,
    authorization_response_iss_parameter_supported: namesIssuer,
  } = configuration.serverMetadata()
  // Another provider's answer must not be sent to this one (RFC 9207).
  if (issuer !== expected && (namesIssuer || issuer !== undefined)) {
    throw new Problem('state_mismatch')
  }
  const parameters = { code, state, ...(issuer !== undefined && { iss: issuer }) }
  callback.search = String(new URLSearchParams(parameters))
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: tokenNonce,
    pkceCodeVerifier: codeVerifier,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the response has no id_token')
  const profile = userinfo_endpoint
    ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {}
  return { claims, profile }
}

const boundedFetch: client.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  const bytes = await readLimited(response, { maxBytes: maxResponseBytes })
  if (!bytes) throw new Error(`the response exceeds ${maxResponseBytes} bytes`)
  const { status } = response
  const headers = new Headers(response.headers)
  // With it, the library would not read the error code in the body.
  headers.delete('www-authenticate')
  return new Response(bytes.length > 0 ? new TextDecoder().decode(bytes) : null, {
    status,
    headers,
  })
}

/** Shares what `load` returns until it is old. Failures are not kept. */
function cached<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let latest: { value: Promise<Value>; loadedAt: number } | undefined
  return () => {
    if (latest && performance.now() - latest.loadedAt < maxAgeMs) return latest.value
    const loaded = { value: load(), loadedAt: performance.now() }
    latest = loaded
    loaded.value.catch(() => {
      if (latest === loaded) latest = undefined
    })
    return loaded.value
  }
}

const rejectOn = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** The claims of an id_token that belong to another login, or are too old. */
const tokenErrors = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

function refuse(error: unknown): never {
  if (error instanceof Problem) throw error
  if (error instanceof client.ResponseBodyError) throw providerProblem(error.error, 'oidc')
  const isTokenError = error instanceof client.ClientError && tokenErrors.has(error.code ?? '')
  throw new Problem(
    isTokenError ? 'invalid_id_token' : 'idp_unreachable',
    {},
    { cause: causeOf(error) },
  )
}

/** Returns an error for the log: errors of the library contain the response, with its tokens, and so do those of JSON. */
function causeOf(error: unknown): Error {
  const messages: string[] = []
  for (let each = error; each instanceof Error; each = each.cause) {
    const { message, code } = each as NodeJS.ErrnoException
    if (!(each instanceof SyntaxError)) messages.push(message || String(code))
  }
  return new Error(messages.join(': '))
}
