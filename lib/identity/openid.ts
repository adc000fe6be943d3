import * as client from 'openid-client'
import type { Settings } from '../app/settings.ts'
import { readLimited } from '../limited-body.ts'
import { Problem } from '../problem.ts'
import type { Identity } from './accounts.ts'
import type { LoginProvider, ProviderAnswer } from './login-provider.ts'
import type { LoginMethod, LoginSecrets } from './login-state.ts'
import { callbackPaths, providerProblem } from './provider-error.ts'

const timeoutSeconds = 10
const maxResponseBytes = 256 * 1024
/** How much the provider's clock may differ from ours. */
export const clockToleranceSeconds = 60

/** What differs between Slack and other providers. */
type Particulars = {
  method: LoginMethod
  name: string | null
  scope: string
  /** whether the provider can be sent a code challenge (RFC 7636) */
  hasPkce: boolean
  /** @throws Problem `slack_login_off` or `oidc_login_off` */
  check(): void
  configure(): Promise<client.Configuration>
  /** Exchanges the code, and reads who the person is. Any error but a Problem is logged as `idp_unreachable`. */
  fetchIdentity(
    configuration: client.Configuration,
    redirectUri: string,
    answer: ProviderAnswer,
    secrets: LoginSecrets,
  ): Promise<Identity>
}

/** Creates a provider whose requests are those of openid-client. */
export function createProvider(
  { appUrl }: Pick<Settings, 'appUrl'>,
  { method, name, scope, hasPkce, check, configure, fetchIdentity }: Particulars,
): LoginProvider {
  const redirectUri = appUrl + callbackPaths[method]
  const refuse = (error: unknown) => {
    throw toProblem(error, method)
  }
  return {
    name,
    check,
    async authorizationUrl({ state, tokenNonce: nonce, codeVerifier }) {
      const challenge = hasPkce && {
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }
      const parameters = { redirect_uri: redirectUri, scope, ...challenge, state, nonce }
      return configure()
        .then((configuration) => client.buildAuthorizationUrl(configuration, parameters).href)
        .catch(refuse)
    },
    async fetchIdentity(answer, secrets, signal) {
      const work = configure().then((configuration) => fetchIdentity(configuration, redirectUri, answer, secrets))
      return Promise.race([work, rejectOn(signal)]).catch(refuse)
    },
  }
}

/**
 * Requests the profile of the person whose access token it is.
 *
 * @param subject the person, if an ID token says who it is
 */
export async function fetchProfile(
  configuration: client.Configuration,
  accessToken: string,
  subject: string | undefined,
) {
  // The error for another token would quote it.
  if (!/^[\x21-\x7e]+$/.test(accessToken)) throw new Error('the access token cannot be sent')
  const profile = await client.fetchUserInfo(configuration, accessToken, client.skipSubjectCheck)
  if (subject !== undefined && profile.sub !== subject) throw new Problem('invalid_id_token')
  return profile
}

/** The options of a configuration; `fetch` may change the responses. */
export const requestOptions = (urls: readonly string[], fetch: client.CustomFetch) => ({
  timeout: timeoutSeconds,
  [client.customFetch]: fetch,
  // The settings allow http on this machine only, or where the operator names the URL.
  execute: urls.some((url) => url.startsWith('http:')) ? [client.allowInsecureRequests] : [],
})

/** Sends a request, and reads a response of limited length. */
export const boundedFetch: client.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  const bytes = await readLimited(response, { maxBytes: maxResponseBytes })
  if (!bytes) throw new Error(`the response exceeds ${maxResponseBytes} bytes`)
  const { status } = response
  const headers = new Headers(response.headers)
  // With it, the library would not read the error code in the body.
  headers.delete('www-authenticate')
  return new Response(bytes.length > 0 ? new TextDecoder().decode(bytes) : null, { status, headers })
}

const rejectOn = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** The claims of an id_token that belong to another login, or are too old. */
const tokenErrors = new Set(['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'])

function toProblem(error: unknown, method: LoginMethod): Problem {
  // The library wraps what our fetch throws.
  const own = error instanceof Error && error.cause instanceof Problem ? error.cause : error
  if (own instanceof Problem) return own
  if (error instanceof client.ResponseBodyError) return providerProblem(error.error, method)
  const isTokenError = error instanceof client.ClientError && tokenErrors.has(error.code ?? '')
  const code = isTokenError ? 'invalid_id_token' : 'idp_unreachable'
  return new Problem(code, {}, { cause: causeOf(error) })
}

/**
 * Returns an error for the log: errors of the library contain the response, with its tokens, and so do those of JSON.
 */
function causeOf(error: unknown): Error {
  if (error instanceof DOMException) return error
  const messages: string[] = []
  for (let each = error; each instanceof Error; each = each.cause) {
    const { message, code } = each as NodeJS.ErrnoException
    if (!(each instanceof SyntaxError)) messages.push(message || String(code))
  }
  return new Error(messages.join(': '))
}
