import type { Settings } from '../app/settings.ts'

type AppUrl = Pick<Settings, 'appUrl'>

/** The only scope: agents read (contract, section 17). */
export const scope = 'read'

/** The resource that access tokens are for (RFC 8707). */
export const resourceOf = ({ appUrl }: AppUrl) => `${appUrl}/mcp`

export const paths = {
  authorize: '/oauth/authorize',
  consent: '/oauth/consent',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  protectedResource: '/.well-known/oauth-protected-resource/mcp',
} as const

/**
 * The metadata of the OAuth server (RFC 8414). Stands here, so that reading it does not load oidc-provider, whose own
 * metadata would also name what only OpenID Connect needs.
 */
export const authorizationServerMetadata = ({ appUrl }: AppUrl) => ({
  issuer: appUrl,
  authorization_endpoint: appUrl + paths.authorize,
  token_endpoint: appUrl + paths.token,
  registration_endpoint: appUrl + paths.register,
  revocation_endpoint: appUrl + paths.revoke,
  scopes_supported: [scope],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})

/** The metadata of /mcp as a protected resource (RFC 9728). */
export const protectedResourceMetadata = (settings: AppUrl) => ({
  resource: resourceOf(settings),
  authorization_servers: [settings.appUrl],
  scopes_supported: [scope],
  bearer_methods_supported: ['header'],
})

/**
 * Returns the WWW-Authenticate header from which an agent learns how to log in (RFC 9728, section 5.1).
 *
 * @param hasCredential whether the request had a credential, which is invalid (RFC 6750, section 3.1)
 */
export function challenge({ appUrl }: AppUrl, hasCredential: boolean): string {
  const parameters = [
    ...(hasCredential ? ['error="invalid_token"'] : []),
    `resource_metadata="${appUrl}${paths.protectedResource}"`,
    `scope="${scope}"`,
  ]
  return `Bearer ${parameters.join(', ')}`
}
