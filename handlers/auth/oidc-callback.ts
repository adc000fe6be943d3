import { callbackEndpoint } from '../../lib/http/login.ts'

export default callbackEndpoint('oidc', '/auth/oidc/callback', {
  operationId: 'completeOidcLogin',
  summary: 'Complete a login with an OpenID provider',
  description:
    'The provider redirects browsers to this URL. Finds the user by issuer and `sub`, then by an email address that can be trusted, or creates one; sets the session cookie and redirects to the page that the browser asked for, otherwise to `/`. Where groups decide roles, each login sets the role. A failed login is a 400 with a `code`: `state_mismatch`, `invalid_id_token`, `email_missing`, `account_conflict`, or the provider’s own, such as `redirect_uri_mismatch`, `invalid_client` or `access_denied`; 403 `email_unverified` or `domain_not_allowed`; 502 `idp_unreachable` if the provider does not respond.',
})
