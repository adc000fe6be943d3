import * as client from 'openid-client'
import type { Settings } from '../app/settings.ts'
import { Problem } from '../problem.ts'
import type { Role } from '../schemas/user.ts'
import type { Identity, LinkedIdentity } from './accounts.ts'
import type { LoginProvider, ProviderAnswer } from './login-provider.ts'
import type { LoginSecrets } from './login-state.ts'
import { boundedFetch, clockToleranceSeconds, createProvider, fetchProfile, requestOptions } from './openid.ts'
import { readIdentifier, readProfile, verificationOf } from './profile.ts'
import { loginOff } from './provider-error.ts'

/** How long what the issuer says of itself is used before it is asked again. */
const maxAgeMs = 60 * 60 * 1000

type Registration = { issuer: string; clientId: string; clientSecret: string }

/** Creates the OpenID provider that the settings name (contract, section 19). */
export function createOidcProvider(settings: Settings): LoginProvider {
  return createProvider(settings, {
    method: 'oidc',
    name: isSetUp(settings) ? settings.oidcName : null,
    scope: settings.oidcScopes,
    hasPkce: true,
    check: () => void readRegistration(settings),
    configure: cached(() => discover(readRegistration(settings))),
    async fetchIdentity(configuration, redirectUri, answer, secrets) {
      const callback = callbackUrl(configuration, redirectUri, answer, secrets)
      const { claims, profile } = await fetchClaims(configuration, callback, secrets)
      return readIdentity(claims, profile, settings)
    },
  })
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
  const { execute, ...options } = requestOptions([issuer], boundedFetch)
  return client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: clockToleranceSeconds },
    (server, ...request) => authenticate(server, clientSecret)(server, ...request),
    { ...options, execute: [...execute, client.enableNonRepudiationChecks] },
  )
}

/** Sends the secret in the body, unless the provider accepts it in the header alone. */
function authenticate(server: client.ServerMetadata, clientSecret: string): client.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported
  const inBody = methods === undefined || methods.includes('client_secret_post')
  return inBody ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret)
}

/** Returns the URL that the provider has redirected the browser to. */
function callbackUrl(
  configuration: client.Configuration,
  redirectUri: string,
  { code, issuer }: ProviderAnswer,
  { state }: LoginSecrets,
) {
  const { issuer: expected, authorization_response_iss_parameter_supported: namesIssuer } =
    configuration.serverMetadata()
  // Another provider's answer must not be sent to this one (RFC 9207).
  if (issuer !== expected && (namesIssuer || issuer !== undefined)) {
    throw new Problem('state_mismatch')
  }
  const parameters = { code, state, ...(issuer !== undefined && { iss: issuer }) }
  return new URL(`${redirectUri}?${new URLSearchParams(parameters)}`)
}

async function fetchClaims(
  configuration: client.Configuration,
  callback: URL,
  { state, tokenNonce, codeVerifier }: LoginSecrets,
) {
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: tokenNonce,
    pkceCodeVerifier: codeVerifier,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the response has no id_token')
  const profile = configuration.serverMetadata().userinfo_endpoint
    ? await fetchProfile(configuration, tokens.access_token, claims.sub)
    : {}
  return { claims, profile }
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

type Claims = Record<string, unknown>

const maxSubjectLength = 1000

/**
 * Reads who a person is from the claims of a provider (contract, section 19). An invalid email address or name counts
 * as absent.
 *
 * @param claims of the id_token
 * @param profile the response of the userinfo endpoint, which belongs to the same person
 */
export function readIdentity(
  claims: Claims & { iss: string; sub: string },
  profile: Claims,
  settings: Settings,
): Identity {
  const all: Claims = { ...claims, ...profile, iss: claims.iss }
  const { email, displayName } = readProfile(all)
  const emailRefusal = refuseEmail(email, all, settings)
  return {
    messagingUserId: null,
    email,
    isEmailVerified: emailRefusal === null,
    isEmailProved: emailRefusal === null,
    displayName,
    linked: {
      issuer: claims.iss,
      subject: readIdentifier(claims.sub, maxSubjectLength),
      emailRefusal,
      role: decideRole(all, settings),
    },
  }
}

const google = 'https://accounts.google.com'

/** Returns why an email address cannot tell whose account it is, if it cannot. */
function refuseEmail(
  email: string | null,
  claims: Claims,
  { oidcAllowedDomains: domains }: Settings,
): LinkedIdentity['emailRefusal'] {
  if (email === null) return 'email_missing'
  const isAllowed = (domain: unknown) => domains.includes(String(domain).toLowerCase())
  if (domains.length > 0) {
    // Anyone can have a private account at Google under an address of the company: only `hd` says who belongs to it.
    const isMember = claims.iss !== google || isAllowed(claims.hd)
    if (!isAllowed(email.split('@').at(-1)) || !isMember) return 'domain_not_allowed'
  }
  const verification = verificationOf(claims)
  const isTrusted = verification === 'proved' || (verification === 'unknown' && domains.length > 0)
  return isTrusted ? null : 'email_unverified'
}

/** Returns the role that the groups of a person give them; null if the provider does not decide it. */
function decideRole(claims: Claims, settings: Settings): Role | null {
  const { oidcGroupsClaim, oidcAdminGroups, oidcEditorGroups } = settings
  if (oidcAdminGroups.length + oidcEditorGroups.length === 0) return null
  const claim = claims[oidcGroupsClaim]
  if (claim === undefined && areGroupsLeftOut(claims, oidcGroupsClaim)) return null
  const groups = [claim].flat()
  const isIn = (names: readonly string[]) => names.some((name) => groups.includes(name))
  if (isIn(oidcAdminGroups)) return 'admin'
  return isIn(oidcEditorGroups) ? 'editor' : 'viewer'
}

/** Whether a token says that it would have been too large with the groups, as those of Entra ID do. */
const areGroupsLeftOut = ({ _claim_names, hasgroups }: Claims, claim: string) =>
  String(hasgroups) === 'true' || ['groups', claim].some((name) => name in Object(_claim_names))
