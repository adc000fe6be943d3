import { loginEndpoint } from '../../lib/http/login.ts'

export default loginEndpoint('oidc', '/auth/oidc/login', {
  operationId: 'startOidcLogin',
  summary: 'Log in with an OpenID provider',
  description:
    'For browsers: redirects to the provider that `SERVICE_OIDC_ISSUER` names (with PKCE), which redirects back to `/auth/oidc/callback`. After login, the browser goes to `next`, a path on this site. 404 if the issuer, the client ID or the client secret is not set; 502 `idp_unreachable` if the provider does not respond.',
})
