import { loginEndpoint } from '../../lib/http/login.ts'

export default loginEndpoint('slack', '/auth/slack/login', {
  operationId: 'startSlackLogin',
  summary: 'Log in with Slack',
  description:
    'For browsers: redirects to the identity provider (OpenID Connect), which redirects back to `/auth/slack/callback`. After login, the browser goes to `next`, a path on this site. 404 if the client ID or the client secret is not set.',
})
