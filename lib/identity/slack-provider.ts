import type { JWTPayload } from 'jose'
import { UnsecuredJWT } from 'jose/jwt/unsecured'
import * as client from 'openid-client'
import type { Settings } from '../app/settings.ts'
import { Problem } from '../problem.ts'
import type { Identity } from './accounts.ts'
import type { LoginProvider } from './login-provider.ts'
import { boundedFetch, clockToleranceSeconds, createProvider, fetchProfile, requestOptions } from './openid.ts'
import { readIdentifier, readProfile, verificationOf } from './profile.ts'
import { loginOff, providerProblem } from './provider-error.ts'

/**
 * Creates the provider of Sign in with Slack, or of another one in its place, whose issuer is not known (contract,
 * section 8).
 */
export function createSlackProvider(settings: Settings): LoginProvider {
  return createProvider(settings, {
    method: 'slack',
    name: isSetUp(settings) ? nameOf(settings) : null,
    scope: 'openid email profile',
    hasPkce: false,
    check: () => void readRegistration(settings),
    configure: async () => configure(settings),
    async fetchIdentity(configuration, redirect_uri, { code }, { tokenNonce }) {
      const grant = { code, redirect_uri }
      const tokens = await client.genericGrantRequest(configuration, 'authorization_code', grant)
      const idToken = tokens.unchecked_id_token
      const subject = idToken !== undefined ? subjectOf(configuration, String(idToken), tokenNonce) : undefined
      return readIdentity(await fetchProfile(configuration, tokens.access_token, subject))
    },
  })
}

const isSetUp = ({ slackClientId, slackClientSecret }: Settings) => slackClientId !== null && slackClientSecret !== null

function nameOf({ idpAuthorizeUrl }: Settings) {
  const isSlack = /(^|\.)slack\.com$/.test(new URL(idpAuthorizeUrl).hostname)
  return isSlack ? 'Slack' : 'your company account'
}

function readRegistration({ slackClientId: clientId, slackClientSecret: clientSecret }: Settings) {
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret }
  throw loginOff('slack_login_off', { SERVICE_SLACK_CLIENT_ID: clientId, SERVICE_SLACK_CLIENT_SECRET: clientSecret })
}

function configure(settings: Settings) {
  const { clientId, clientSecret } = readRegistration(settings)
  const urls = {
    authorization_endpoint: settings.idpAuthorizeUrl,
    token_endpoint: settings.idpTokenUrl,
    userinfo_endpoint: settings.idpUserinfoUrl,
  }
  const server = { issuer: new URL(settings.idpTokenUrl).origin, ...urls }
  const { execute, ...options } = requestOptions(Object.values(urls), slackFetch)
  const authentication = client.ClientSecretPost(clientSecret)
  const configuration = new client.Configuration(server, clientId, {}, authentication)
  for (const extend of execute) extend(configuration)
  return Object.assign(configuration, options)
}

/**
 * Makes a response as the standards demand. Slack reports errors with status 200 and `ok: false`. The library would
 * compare the ID token with the issuer and its keys, which are not known: subjectOf() checks it instead.
 */
const slackFetch: client.CustomFetch = async (url, options) => {
  const response = await boundedFetch(url, options)
  const { status } = response
  if (status >= 300 && !(status >= 400 && status < 500)) throw new Error(`status ${status}`)
  const body: unknown = JSON.parse(await response.text())
  if (typeof body !== 'object' || body === null) throw new Error('the response is no object')
  const { id_token, token_type, ok, error, ...rest } = body as Record<string, unknown>
  if (status >= 400 || ok === false || typeof error === 'string') {
    throw providerProblem(error, 'slack')
  }
  return Response.json({ ...rest, token_type: token_type ?? 'Bearer', unchecked_id_token: id_token ?? undefined })
}

const unsecuredHeader = Buffer.from('{"alg":"none"}').toString('base64url')

/**
 * Checks the claims of an id_token (OpenID Connect Core, section 3.1.3.7), and returns the subject. Its signature is
 * not checked: the token comes directly from the token endpoint over TLS, which rule 6 of that section accepts instead,
 * and the profile is not taken from it.
 *
 * @throws Problem `invalid_id_token`
 */
function subjectOf(configuration: client.Configuration, idToken: string, nonce: string): string {
  const [, payload, , ...more] = idToken.split('.')
  const { client_id: audience } = configuration.clientMetadata()
  try {
    const { payload: claims } = UnsecuredJWT.decode(`${unsecuredHeader}.${payload}.`, {
      audience,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'sub'],
    })
    const isOurs = claims.nonce === nonce && isForClient(claims, audience) && isFrom(claims.iss, configuration)
    if (isOurs && claims.sub && more.length === 0) return claims.sub
  } catch {
    // What is wrong is of no use to the person, and may quote the token.
  }
  throw new Problem('invalid_id_token')
}

/** Whether a token was made for us alone, or for us among others, which it then says (rules 3 to 5). */
const isForClient = ({ aud, azp }: JWTPayload, clientId: string) =>
  azp === undefined ? [aud].flat().length === 1 : azp === clientId

/** Whether an issuer is Slack, or where one of the provider's endpoints is (rule 2): its exact name is not known. */
function isFrom(issuer: string | undefined, configuration: client.Configuration): boolean {
  if (issuer === undefined || issuer === slackIssuer) return true
  const { authorization_endpoint, token_endpoint, userinfo_endpoint } = configuration.serverMetadata()
  const origin = URL.parse(issuer)?.origin
  return [authorization_endpoint, token_endpoint, userinfo_endpoint].some(
    (url) => url && new URL(url).origin === origin,
  )
}

const slackIssuer = 'https://slack.com'
const slackUserId = 'https://slack.com/user_id'
const maxIdLength = 100

/** Reads who a person is. An email address or name that an account cannot have counts as absent. */
function readIdentity({ sub, [slackUserId]: userId, ...profile }: client.UserInfoResponse): Identity {
  const subject = readIdentifier(sub, maxIdLength)
  return {
    messagingUserId: userId == null ? subject : readIdentifier(userId, maxIdLength),
    isEmailVerified: verificationOf(profile) !== 'refuted',
    isEmailProved: verificationOf(profile) === 'proved',
    ...readProfile(profile),
  }
}
