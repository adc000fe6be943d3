import { callbackEndpoint } from '../../lib/http/login.ts'

export default callbackEndpoint('slack', '/auth/slack/callback', {
  operationId: 'completeSlackLogin',
  summary: 'Complete a login with Slack',
  description:
    'The identity provider redirects browsers to this URL. Creates the user at the first login, sets the session cookie and redirects to the page that the browser asked for, otherwise to `/`. A failed login is a 400 with a `code`: `state_mismatch`, `invalid_id_token`, `email_missing`, `email_unverified`, `account_conflict`, or the provider’s own, such as `redirect_uri_mismatch`, `invalid_client` or `access_denied`; 502 `idp_unreachable` if the provider does not respond.',
})
