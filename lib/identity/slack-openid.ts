import * as v from 'valibot'
import type { Settings } from '../app/settings.ts'
import { readLimited } from '../limited-body.ts'
import { Problem } from '../problem.ts'
import { text } from '../schemas/text.ts'
import type { Identity } from './accounts.ts'
import { checkIdToken } from './id-token.ts'
import type { LoginProvider } from './login-provider.ts'
import type { LoginSecrets } from './login-state.ts'
import { readProfile } from './profile.ts'
import { callbackPaths, loginOff, providerProblem } from './provider-error.ts'

/** The URLs of Slack, or of a provider in its place, and this service's registration there. */
type Registration = {
  authorizeUrl: string
  tokenUrl: string
  userinfoUrl: string
  clientId: string
  clientSecret: string
  redirectUri: string
}

/** Creates the provider of Sign in with Slack (contract, section 8). */
export function createSlackProvider(settings: Settings): LoginProvider {
  return {
    name: isSetUp(settings) ? nameOf(settings) : null,
    check: () => void readRegistration(settings),
    authorizationUrl: async (secrets) => authorizationUrl(readRegistration(settings), secrets),
    async fetchIdentity({ code }, { tokenNonce: nonce }, { now, signal }) {
      const registration = readRegistration(settings)
      const { accessToken, idToken } = parseTokens(await fetchTokens(registration, code, signal))
      const profile = parseProfile(await fetchProfile(registration, accessToken, signal))
      const { clientId } = registration
      if (idToken !== null)
        checkIdToken(idToken, { clientId, nonce, subject: profile.subject }, now)
      return profile
    },
  }
}

const isSetUp = ({ slackClientId, slackClientSecret }: Settings) =>
  slackClientId !== null && slackClientSecret !== null

function nameOf({ idpAuthorizeUrl }: Settings) {
  const isSlack = /(^|\.)slack\.com$/.test(new URL(idpAuthorizeUrl).hostname)
  return isSlack ? 'Slack' : 'your company account'
}

function readRegistration(settings: Settings): Registration {
  const { slackClientId: clientId, slackClientSecret: clientSecret } = settings
  if (clientId === null || clientSecret === null) {
    throw loginOff('slack_login_off', {
      SERVICE_SLACK_CLIENT_ID: clientId,
      SERVICE_SLACK_CLIENT_SECRET: clientSecret,
    })
  }
  return {
    authorizeUrl: settings.idpAuthorizeUrl,
    tokenUrl: settings.idpTokenUrl,
    userinfoUrl: settings.idpUserinfoUrl,
    clientId,
    clientSecret,
    redirectUri: settings.appUrl + callbackPaths.slack,
  }
}

/** Returns the URL that starts a login at the provider (OpenID Connect Core, section 3.1.2.1). */
function authorizationUrl(
  registration: Registration,
  { state, tokenNonce: nonce }: LoginSecrets,
): string {
  const url = new URL(registration.authorizeUrl)
  const parameters = {
    response_type: 'code',
    client_id: registration.clientId,
    scope: 'openid email profile',
    redirect_uri: registration.redirectUri,
    state,
    nonce,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** A response of the provider, not parsed yet. */
export type ProviderResponse = { status: number; text: string }

/**
 * Exchanges a code for tokens (RFC 6749, section 4.1.3). Authenticates with `client_secret_post`.
 *
 * @throws Problem `idp_unreachable` if there is no response before `signal` aborts
 */
function fetchTokens(
  registration: Registration,
  code: string,
  signal: AbortSignal,
): Promise<ProviderResponse> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: registration.redirectUri,
    client_id: registration.clientId,
    client_secret: registration.clientSecret,
  })
  return request(registration.tokenUrl, { method: 'POST', body, signal })
}

/**
 * Requests the profile of the user (OpenID Connect Core, section 5.3.1).
 *
 * @throws Problem `idp_unreachable` if there is no response before `signal` aborts
 */
function fetchProfile(
  registration: Registration,
  accessToken: string,
  signal: AbortSignal,
): Promise<ProviderResponse> {
  const headers = { authorization: `Bearer ${accessToken}` }
  return request(registration.userinfoUrl, { headers, signal })
}

/** A token that can be sent in an Authorization header (RFC 6750, section 2.1). */
const Token = v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/))

const Tokens = v.object({
  access_token: Token,
  token_type: v.nullish(v.pipe(v.string(), v.regex(/^bearer$/i))),
  id_token: v.nullish(Token),
})

export type Tokens = { accessToken: string; idToken: string | null }

/**
 * Parses the response to fetchTokens().
 *
 * @throws Problem `idp_unreachable` for an invalid response, otherwise those of providerProblem()
 */
export function parseTokens(response: ProviderResponse): Tokens {
  const { access_token, id_token } = parseResponse(Tokens, response)
  return { accessToken: access_token, idToken: id_token ?? null }
}

const slackUserId = 'https://slack.com/user_id'
const Identifier = text(100)

const UserInfo = v.object({
  sub: Identifier,
  [slackUserId]: v.nullish(Identifier),
  email: v.nullish(v.string()),
  // Some providers send 'true' and 'false'.
  email_verified: v.nullish(v.union([v.boolean(), v.string()])),
  name: v.nullish(v.string()),
})

/** A user as described by the provider; `subject` is the user's ID there. */
export type Profile = Identity & { subject: string }

/**
 * Parses the response to fetchProfile(). An invalid email address or name counts as absent.
 *
 * @throws Problem `idp_unreachable` for an invalid response, otherwise those of providerProblem()
 */
export function parseProfile(response: ProviderResponse): Profile {
  const info = parseResponse(UserInfo, response)
  return {
    subject: info.sub,
    messagingUserId: info[slackUserId] ?? info.sub,
    isEmailVerified: String(info.email_verified) !== 'false',
    ...readProfile(info),
  }
}

/** Slack reports errors with status 200 and `ok: false`, other providers with a 4xx status (RFC 6749). */
function parseResponse<Schema extends v.GenericSchema>(
  schema: Schema,
  { status, text }: ProviderResponse,
): v.InferOutput<Schema> {
  const body = parseJson(text)
  const fields = v.safeParse(ErrorFields, body)
  if (!fields.success || status >= 500) {
    throw invalidResponse(`status ${status}, ${body === undefined ? 'not JSON' : 'JSON'}`)
  }
  const { ok, error } = fields.output
  if (status >= 400 || ok === false || typeof error === 'string')
    throw providerProblem(error, 'slack')
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  const invalid = result.issues.map((issue) => v.getDotPath(issue)).join(', ')
  throw invalidResponse(`status ${status}, invalid fields: ${invalid}`)
}

const ErrorFields = v.object({ ok: v.optional(v.unknown()), error: v.optional(v.unknown()) })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const maxResponseBytes = 64 * 1024

async function request(url: string, options: RequestInit): Promise<ProviderResponse> {
  try {
    const headers = { ...options.headers, accept: 'application/json' }
    // Following a redirect could send the secrets to another server.
    const response = await fetch(url, { ...options, headers, redirect: 'error' })
    return { status: response.status, text: await readText(response) }
  } catch (cause) {
    throw new Problem('idp_unreachable', {}, { cause })
  }
}

async function readText(response: Response): Promise<string> {
  const bytes = await readLimited(response, { maxBytes: maxResponseBytes })
  if (!bytes) throw new Error(`the response exceeds ${maxResponseBytes} bytes`)
  return new TextDecoder().decode(bytes)
}

/** The cause goes to the log. It never quotes the response, which can contain tokens. */
const invalidResponse = (cause: string) =>
  new Problem(
    'idp_unreachable',
    {},
    { cause: new Error(`invalid response of the identity provider: ${cause}`) },
  )
