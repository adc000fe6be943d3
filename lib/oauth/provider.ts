import { createPrivateKey, hkdfSync } from 'node:crypto'
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { secretKeys } from '../app/settings.ts'
import type { Context } from '../context.ts'
import { createAdapter } from './adapter.ts'
import { fetchDocument } from './fetch-document.ts'
import { paths, resourceOf, scope } from './metadata.ts'

export type ProviderNeeds = Pick<Context, 'db' | 'settings' | 'credentials' | 'limits'>

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds

/** The cookies of oidc-provider. That of its session is never used: people log in as everywhere else. */
export const sessionCookie = 'oauth_session'

/** Creates the OAuth server (contract, section 17). */
export function createProvider(ctx: ProviderNeeds): Provider {
  const provider = new Provider(ctx.settings.appUrl, configure(ctx))
  provider.silent = true // the app logs errors
  return provider
}

function configure(ctx: ProviderNeeds): Configuration {
  const { settings } = ctx
  const resource = resourceOf(settings)
  return {
    adapter: (kind) =>
      createAdapter(ctx, kind, {
        invalidGrant: () => new errors.InvalidGrant('used before'),
        sessionNotFound: () => new errors.SessionNotFound('interaction session not found'),
      }),
    jwks: { keys: [signingKey(settings.secretKey)] },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    cookies: {
      keys: secretKeys(settings).map((key) => derive(key, 'cookies of the OAuth server').toString('base64')),
      names: { session: sessionCookie, interaction: 'oauth_interaction', resume: 'oauth_resume' },
    },
    routes: {
      authorization: paths.authorize,
      token: paths.token,
      registration: paths.register,
      revocation: paths.revoke,
    },
    scopes: [scope],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    clientDefaults: {
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'EdDSA',
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: hourSeconds,
      AuthorizationCode: minuteSeconds,
      RefreshToken: 30 * daySeconds,
      Interaction: 15 * minuteSeconds,
      Session: 15 * minuteSeconds,
    },
    findAccount: async (_, accountId) => {
      const user = await ctx.db.one<{ id: string }>('identity/find-actor', { id: accountId })
      return user && { accountId, claims: () => ({ sub: accountId }) }
    },
    loadExistingGrant: async ({ oidc }) => {
      const id = oidc.result?.consent?.grantId
      return id === undefined ? undefined : oidc.provider.Grant.find(id)
    },
    interactions: { policy: [askForConsent()], url: (_, { uid }) => `${paths.consent}/${uid}` },
    renderError: (koa, out) => {
      koa.body = out
    },
    fetch: (url, options) =>
      fetchDocument(new URL(String(url)), settings, options?.signal ?? AbortSignal.timeout(2500)),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02', allowFetch: createFetchPolicy(ctx) },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, requested) => {
          if (requested !== resource) throw new errors.InvalidTarget()
          return { scope, audience: resource, accessTokenFormat: 'opaque' }
        },
      },
    },
  }
}

/**
 * Returns a function that counts each fetch of a document as a registration. It allows one for each request:
 * oidc-provider would fetch a document that cannot be fetched again, to find out where to send the error.
 */
function createFetchPolicy({ limits }: ProviderNeeds) {
  const requests = new WeakSet<object>()
  return async ({ req }: Pick<KoaContextWithOIDC, 'req'>) => {
    if (requests.has(req)) return false
    requests.add(req)
    await limits.register(req.socket.remoteAddress ?? null)
    return true
  }
}

/** People are asked each time: their consent belongs to one agent. */
function askForConsent() {
  const { Check, Prompt } = interactionPolicy
  const check = new Check(
    'consent_missing',
    'the person has not answered yet',
    (koa) => koa.oidc.result?.consent === undefined,
  )
  return new Prompt({ name: 'consent', requestable: true }, check)
}

const derive = (secretKey: string, purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32))

/** oidc-provider insists on a key, though it signs nothing here. Every process derives the same one. */
function signingKey(secretKey: string) {
  const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const der = Buffer.concat([pkcs8Prefix, derive(secretKey, 'signing key of the OAuth server')])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { ...key.export({ format: 'jwk' }), use: 'sig', alg: 'EdDSA' }
}
